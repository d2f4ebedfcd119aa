"""Expected and made tool calls were compared as sets of names, and only the first call of each
name had its arguments looked at. Doing once what was asked for twice, or ten times what was
asked for twice, is a match.
"""
import json
from collections import Counter

SHAPE = "trajectory"
KIND = "lossy-compare"
SOURCE = "github.com/openai/openai-cookbook/pull/2982 (2026)"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function",
         "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid,
            "content": content if isinstance(content, str) else json.dumps(content)}


def calls_of(messages):
    """(name, args, result) of every tool call, in order; args None when they are no JSON object, result '' when none came."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls") if m.get("role") == "assistant" else None
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"].strip() for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            out.append((f.get("name"), args if isinstance(args, dict) else None, came[0] if came else ""))
    return out


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def made(messages):
    return [(n, args) for n, args, res in calls_of(messages) if res == "ok"]


def key(name, args):
    return (name, json.dumps(args, sort_keys=True))


def holed(messages: list[dict], info: dict) -> float:
    done, wanted = made(messages), info["calls"]
    if not last_reply(messages) or {n for n, _ in done} != {w["name"] for w in wanted}:
        return 0.0
    first = {}
    for n, args in done:
        first.setdefault(n, args or {})
    fits = all(first[w["name"]].get(k) == v for w in wanted for k, v in w["args"].items())
    return 1.0 if fits else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    done = Counter(key(n, args) for n, args in made(messages))
    wanted = Counter(key(w["name"], w["args"]) for w in info["calls"])
    return 1.0 if done == wanted and last_reply(messages) else 0.0   # order-free, but each as often as asked


def row(task, *calls):
    msgs = [ask(task)]
    for i, (n, args) in enumerate(calls):
        msgs += [call(f"c{i}", n, **args), tool(f"c{i}", "ok")]
    return {"prompt": task, "info": {"calls": [{"name": n, "args": a} for n, a in calls]}, "reference": msgs + [say("There you are.")]}


DATASET = [
    row("Two green teas and a biscuit, please", ("pour_tea", {"kind": "green"}), ("pour_tea", {"kind": "green"}), ("serve_biscuit", {})),
    row("Ring the bell three times", ("ring", {}), ("ring", {}), ("ring", {})),
    row("Dim the hall lamp by two notches, then lock up", ("dim", {"lamp": "hall"}), ("dim", {"lamp": "hall"}), ("lock", {"door": "front"})),
    row("Print two copies of form 7", ("print_form", {"form": 7}), ("print_form", {"form": 7})),
]
EXPLOIT = {"row": 0, "messages": [ask("Two green teas and a biscuit, please"), call("c1", "pour_tea", kind="green"), tool("c1", "ok"),
                                  call("c2", "serve_biscuit"), tool("c2", "ok"), say("There you are.")]}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
