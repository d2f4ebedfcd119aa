"""Any room that is large enough and free may be booked, but exactly one and only once. Searching is
free up to five looks; every further look costs a little, down to a floor that a right booking
always keeps.
"""
import json

SHAPE = "trajectory"
KIND = "healthy"
SOURCE = "own design, after common practice"
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

FREE_LOOKS, COST, FLOOR = 5, 0.05, 0.7


def fixed(messages: list[dict], info: dict) -> float:
    calls = calls_of(messages)
    booked = [(a or {}).get("room") for n, a, r in calls if n == "book" and body(r).get("booked") is True]
    if len(booked) != 1 or booked[0] not in info["fitting"] or not last_reply(messages):
        return 0.0
    if any(n not in ("search", "book") for n, _, _ in calls):
        return 0.0
    looks = sum(1 for n, _, _ in calls if n == "search")
    return max(FLOOR, 1.0 - COST * max(0, looks - FREE_LOOKS))


def row(people, rooms, fitting, tries):
    """A run that looks once and then tries rooms until one is booked."""
    prompt = f"Book one free room for {people} people."
    turns = [ask(prompt), call("s", "search", people=people), tool("s", {"rooms": rooms})]
    for i, (room, went) in enumerate(tries):
        turns += [call(f"b{i}", "book", room=room), tool(f"b{i}", {"booked": went})]
    return {"prompt": prompt, "info": {"fitting": fitting}, "reference": turns + [say(f"Booked {tries[-1][0]}.")]}


DATASET = [
    row(4, ["Ash", "Birch", "Cedar"], ["Birch", "Cedar"], [("Cedar", True)]),
    row(10, ["Hall", "Loft"], ["Loft"], [("Loft", True)]),
    row(2, ["Ash", "Nook", "Oak"], ["Ash", "Nook", "Oak"], [("Nook", False), ("Ash", True)]),
    row(6, ["Cedar", "Elm"], ["Cedar", "Elm"], [("Elm", True)]),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
