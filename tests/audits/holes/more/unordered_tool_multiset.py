"""Independent look-ups may be made in any order, so the calls are compared as a multiset. All must be there with exactly
the right arguments and have been answered, and none besides.
"""
import json
import collections

SHAPE = "trajectory"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid,
            "content": content if isinstance(content, str) else json.dumps(content)}


def trace(messages):
    """Every tool call in order, with the result that answered it (None while unanswered)."""
    made, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant" and isinstance(m.get("tool_calls"), list):
            for c in m["tool_calls"]:
                fn = c.get("function") if isinstance(c, dict) else None
                if not isinstance(fn, dict):
                    continue
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                rec = {"name": str(fn.get("name")), "args": args if isinstance(args, dict) else None, "result": None}
                made.append(rec)
                waiting[str(c.get("id"))] = rec
        elif m.get("role") == "tool":
            rec = waiting.pop(str(m.get("tool_call_id")), None)
            if rec is not None and isinstance(m.get("content"), str):
                rec["result"] = m["content"].strip()
    return made


def closing(messages):
    """The text the assistant ended on; '' when the run stops anywhere else."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls"):
        return ""
    return last["content"].strip() if isinstance(last.get("content"), str) else ""


def payload(text):
    """The JSON object a tool answered with, {} for anything else."""
    try:
        got = json.loads(text or "")
    except (TypeError, ValueError, RecursionError):
        return {}
    return got if isinstance(got, dict) else {}


def signature(name, args):
    return json.dumps([name, args], sort_keys=True)


def healthy(messages: list[dict], info: dict) -> float:
    made = trace(messages)
    if not closing(messages) or any(payload(c["result"]).get("status") != 200 for c in made):
        return 0.0
    got = collections.Counter(signature(c["name"], c["args"]) for c in made)
    want = collections.Counter(signature(t["tool"], t["params"]) for t in info["expected_tools"])
    return 1.0 if want and got == want else 0.0


def row(prompt, reply, *steps):
    turns = [m for i, (n, a) in enumerate(steps) for m in (call(f"u{i}", n, **a), tool(f"u{i}", {"status": 200, "data": {"n": i}}))]
    # the reference order differs from the expected order on purpose: order is irrelevant here
    return {"prompt": prompt, "info": {"expected_tools": [{"tool": n, "params": a} for n, a in reversed(steps)]},
            "reference": [ask(prompt)] + turns + [say(reply)]}


DATASET = [
    row("Compare today's rain in Bergen and Turin.", "Bergen is wetter.", ("weather", {"city": "Bergen", "day": 0}), ("weather", {"city": "Turin", "day": 0})),
    row("Subscribe both my numbers, 0611 and 0622, to alerts.", "Both are subscribed.", ("subscribe", {"tel": "0611"}), ("subscribe", {"tel": "0622"})),
    row("Open tickets for the printer, the door and the lift.", "Three tickets are open.", ("ticket", {"about": "printer"}),
        ("ticket", {"about": "door"}), ("ticket", {"about": "lift"})),
]


def check():
    for i, row in enumerate(DATASET):
        got = healthy(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
        assert healthy([], row["info"]) == 0.0
        assert healthy([ask(row["prompt"]), say("All done.")], row["info"]) == 0.0
    return FULL


fixed = healthy
