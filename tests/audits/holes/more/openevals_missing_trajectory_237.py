"""A trajectory matcher in 'subset' mode passes when every call made is one of the expected calls.
A run that left no trajectory at all was turned into an empty list before the guard against
missing input could see it, and an empty list is a subset of anything: a wrong call failed, no
run passed.
"""
import json
from collections import Counter

SHAPE = "trajectory"
KIND = "vacuous"
SOURCE = "github.com/langchain-ai/openevals/pull/237 (2026)"
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


def made(messages):
    """Every call made, name and arguments, and whether all of them came back well."""
    calls = calls_of(messages or [])
    return Counter(json.dumps([n, a], sort_keys=True) for n, a, _ in calls), all(body(r).get("ok") is True for _, _, r in calls)


def subset(messages, info):
    got, fine = made(messages)
    plan = Counter(json.dumps([c["name"], c["args"]], sort_keys=True) for c in info["plan"])
    return fine and not got - plan


def holed(messages: list[dict], info: dict) -> float:
    return 1.0 if subset(messages, info) else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    # no calls, or no closing reply, is a missing trajectory and not a small one
    got, _ = made(messages)
    return 1.0 if got and last_reply(messages) and subset(messages, info) else 0.0


def row(prompt, name, reply, **args):
    return {"prompt": prompt, "info": {"plan": [{"name": name, "args": args}]},
            "reference": [ask(prompt), call("c1", name, **args), tool("c1", {"ok": True}), say(reply)]}


DATASET = [
    row("Switch off the hall light.", "light", "The hall light is off.", room="hall", on=False),
    row("Set an alarm for 06:30.", "alarm", "Alarm set.", at="06:30"),
    row("Lock the back door.", "lock", "Locked.", door="back"),
    row("Play the album Blue.", "play", "Playing Blue.", album="Blue"),
]
EXPLOIT = {"row": 0, "messages": []}


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
