"""Literature search: F1 between the set of papers handed in and the relevant ones. Only papers the
agent opened count as found; the rest of what it hands in still counts against precision.
"""
import json

SHAPE = "trajectory"
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


def opened(messages):
    """Ids of the papers the library showed to the agent before it handed anything in."""
    seen = set()
    for name, args, res in steps(messages):
        if name == "submit":
            break
        if name == "open_paper" and args and isinstance(args.get("id"), str) and res and not res.startswith("error"):
            seen.add(args["id"])
    return seen


def handed_in(messages):
    """The one list handed in; None if there was none, several, or something else than ids."""
    lists = [(args or {}).get("ids") for name, args, res in steps(messages) if name == "submit" and res == "ok"]
    ok = len(lists) == 1 and isinstance(lists[0], list) and all(isinstance(i, str) for i in lists[0])
    return set(lists[0]) if ok else None


def fixed(messages: list[dict], info: dict) -> float:
    given, relevant = handed_in(messages), set(info["relevant"])
    hits = (given or set()) & relevant & opened(messages)
    if not hits:
        return 0.0
    precision, recall = len(hits) / len(given), len(hits) / len(relevant)
    return 2 * precision * recall / (precision + recall)


def trace(task, read, ids):
    body = [m for i, p in enumerate(read) for m in (use(f"o{i}", "open_paper", id=p), out(f"o{i}", f"{p}: abstract ..."))]
    return [user(task), use("s", "search", query=task), out("s", sorted(set(read)))] + body + [use("h", "submit", ids=list(ids)), out("h", "ok")]


def row(task, relevant, also=()):
    return {"prompt": task, "info": {"relevant": relevant}, "reference": trace(task, list(also) + relevant, relevant)}


DATASET = [
    row("Papers on reward hacking in text games", ["p014", "p102", "p355"], ["p200"]),
    row("Surveys of tool use", ["p018", "p077"], ["p078", "p401"]),
    row("Work on sandbox escape", ["p510", "p511", "p512", "p600"]),
    row("Anything on judge models for code", ["p090"], ["p091"]),
]
WRONG = [(0, trace("t", [], ["p014", "p102", "p355"])), (1, trace("t", ["p078"], ["p078"])),
         (2, trace("t", ["p510"], ["p510"] + [f"q{i}" for i in range(9)])), (3, trace("t", ["p090"], [])), (3, trace("t", ["p090"], ["p090"])[:-2])]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    low = [fixed(messages, DATASET[i]["info"]) for i, messages in WRONG]
    low += [fixed([user(r["prompt"])], r["info"]) for r in DATASET]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
