"""Several tables are to be booked. It makes no difference whether the calls are made in one
message or one after another, nor in which order; each must go through once, and no other
table may be taken.
"""
import json

SHAPE = "trajectory"
SOURCE = "healthy"
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


def body(text):
    """The JSON object in text, {} if there is none."""
    try:
        got = json.loads(text)
    except (ValueError, RecursionError):
        got = None
    return got if isinstance(got, dict) else {}


def fixed(messages: list[dict], info: dict) -> float:
    made = calls_of(messages)
    if any(n not in ("book", "list_free") for n, _, _ in made) or not last_reply(messages):
        return 0.0
    booked = [json.dumps(a, sort_keys=True) for n, a, res in made if n == "book" and body(res).get("booked") is True]
    wanted = [json.dumps(b, sort_keys=True) for b in info["bookings"]]
    return 1.0 if sorted(booked) == sorted(wanted) else 0.0


def together(*bookings):
    m = {"role": "assistant", "content": None, "tool_calls": []}
    for i, b in enumerate(bookings):
        m["tool_calls"] += call(f"t{i}", "book", **b)["tool_calls"]
    return [m] + [tool(f"t{i}", {"booked": True}) for i in reversed(range(len(bookings)))]


def in_turn(*bookings, full=None):
    msgs = []
    for i, b in enumerate(bookings):
        if i == full:
            msgs += [call(f"f{i}", "book", **b), tool(f"f{i}", {"booked": False, "why": "try again"})]
        msgs += [call(f"b{i}", "book", **b), tool(f"b{i}", {"booked": True})]
    return msgs


def row(task, bookings, middle):
    return {"prompt": task, "info": {"bookings": bookings}, "reference": [ask(task)] + middle + [say("All booked.")]}


A, B, C = {"table": 4, "at": "19:00"}, {"table": 9, "at": "20:30"}, {"table": 2, "at": "18:15"}
DATASET = [
    row("Book tables 4 at 19:00 and 9 at 20:30", [A, B], together(A, B)),
    row("Book tables 9 at 20:30, 2 at 18:15 and 4 at 19:00", [B, C, A], in_turn(A, B, C)),
    row("Book table 2 at 18:15, see what is free first", [C], [call("l", "list_free"), tool("l", {"free": [2, 7]})] + in_turn(C)),
    row("Book tables 2 at 18:15 and 9 at 20:30", [C, B], in_turn(B, C, full=1)),
]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
