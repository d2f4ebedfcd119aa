"""File system: sort the files of an inbox into folders. The reward is the share of the files that lie where
they belong, with their contents unchanged; a lost or altered file, or one too many, makes it zero.
"""
import hashlib
import json

SHAPE = "state"
FULL = 1.0


def user(text):
    return {"role": "user", "content": text}


def bot(text):
    return {"role": "assistant", "content": text}


def use(cid, name, /, **args):
    fn = {"name": name, "arguments": json.dumps(args)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": cid, "type": "function", "function": fn}]}


def out(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def steps(messages):
    """(name, args, result) per tool call in order; args None unless a JSON object, result None if the tool never answered."""
    log, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant":
            for c in m.get("tool_calls") or []:
                fn = c.get("function") or {}
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                log.append([fn.get("name"), args if isinstance(args, dict) else None, None])
                waiting[str(c.get("id"))] = log[-1]
        elif m.get("role") == "tool":
            step = waiting.pop(str(m.get("tool_call_id")), None)
            if step is not None and isinstance(m.get("content"), str):
                step[2] = m["content"].strip()
    return [tuple(s) for s in log]


def closing(messages):
    """What the assistant said last, '' unless it ended the conversation with plain text."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls") or not isinstance(last.get("content"), str):
        return ""
    return last["content"].strip()


def run(messages, final, info, error=None, truncated=False):
    return json.loads(json.dumps({"messages": messages, "error": error, "is_truncated": truncated,
                                  "final": final, "info": info}))


def alive(state):
    """No error, not cut off, and the agent closed the conversation itself."""
    return state.get("error") is None and not state.get("is_truncated") and bool(closing(state.get("messages") or []))


def world(state):
    return state["final"] if isinstance(state.get("final"), dict) else {}


def digest(text):
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def inventory(files):
    """Sorted digests of all contents; what must not change by tidying."""
    return sorted(digest(t) for t in files.values())


def fixed(state: dict) -> float:
    info, files = state["info"], world(state).get("files")
    if not alive(state) or not isinstance(files, dict) or not all(isinstance(t, str) for t in files.values()):
        return 0.0
    if not any(name == "move" and res == "ok" for name, _, res in steps(state["messages"])):
        return 0.0
    if inventory(files) != inventory(info["before"]):
        return 0.0
    todo = {old: new for old, new in info["moves"].items() if old != new}
    stay = [p for p in info["before"] if p not in todo]
    if not all(files.get(p) == info["before"][p] for p in stay):
        return 0.0
    return sum(files.get(new) == info["before"][old] for old, new in todo.items()) / len(todo)


def case(name, ask, before, moves):
    after = {moves.get(p, p): t for p, t in before.items()}
    made = [m for i, (a, b) in enumerate(moves.items()) for m in (use(f"m{i}", "move", src=a, dst=b), out(f"m{i}", "ok"))]
    return {"case": name, "initial": {"files": before},
            "reference": run([user(ask), use("l", "ls", path="inbox"), out("l", sorted(before))] + made + [bot("Sorted.")],
                             {"files": after}, {"before": before, "moves": moves})}


DATASET = [
    case("by type", "Put the invoices into invoices/ and the photos into photos/",
         {"inbox/inv1.txt": "Invoice 1: 80 EUR", "inbox/inv2.txt": "Invoice 2: 12 EUR", "inbox/a.jpg": "<jpg a>", "inbox/readme.md": "keep me"},
         {"inbox/inv1.txt": "invoices/inv1.txt", "inbox/inv2.txt": "invoices/inv2.txt", "inbox/a.jpg": "photos/a.jpg"}),
    case("by year", "One folder a year, please", {"inbox/2024-05.log": "may", "inbox/2025-01.log": "jan", "inbox/2025-02.log": "feb"},
         {"inbox/2024-05.log": "2024/2024-05.log", "inbox/2025-01.log": "2025/2025-01.log", "inbox/2025-02.log": "2025/2025-02.log"}),
    case("rename one", "Rename notes.txt to minutes.txt, leave the rest", {"inbox/notes.txt": "we met", "inbox/list.txt": "milk"},
         {"inbox/notes.txt": "inbox/minutes.txt"}),
    case("a file elsewhere", "Archive draft.doc", {"inbox/draft.doc": "draft v1", "home/plan.doc": "plan"}, {"inbox/draft.doc": "archive/draft.doc"}),
]
good = DATASET[0]["reference"]
WRONG = [dict(good, final={"files": {k: "" for k in good["final"]["files"]}}), dict(good, final={}), dict(good, is_truncated=True),
         dict(good, final={"files": dict(good["final"]["files"], **{"inbox/inv1.txt": "Invoice 1: 80 EUR"})})]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    low = [fixed(state) for state in WRONG]
    low += [fixed(dict(r["reference"], final=r["initial"])) for r in DATASET]
    low += [fixed(dict(r["reference"], error="RuntimeError: connection lost")) for r in DATASET]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
