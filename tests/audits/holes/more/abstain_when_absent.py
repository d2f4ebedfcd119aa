"""Record look-ups, some of them of records that do not exist. The agent has to look before it
answers; it should give the value when there is one and say that there is none when there is
not.
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


ABSENT = "no such record"


def asked(messages, key):
    """Results of the look-ups of the key."""
    return [body(r) for n, a, r in calls_of(messages) if n == "get_record" and a == {"key": key}]


def fixed(messages: list[dict], info: dict) -> float:
    seen, reply = asked(messages, info["key"]), last_reply(messages).rstrip(".").lower()
    if not seen or any(n not in ("get_record", "list_keys") for n, _, _ in calls_of(messages)):
        return 0.0
    if info["value"] is None:
        return 1.0 if reply == ABSENT and seen[-1].get("found") is False else 0.0
    return 1.0 if reply == info["value"].lower() and seen[-1].get("value") == info["value"] else 0.0


def looked_up(prompt, key, value, *first):
    found = {"found": True, "value": value} if value is not None else {"found": False}
    prompt += " Reply with the value only, or 'no such record'."
    return {"prompt": prompt, "info": {"key": key, "value": value},
            "reference": [ask(prompt), *first, call("g1", "get_record", key=key), tool("g1", found),
                          say(value if value is not None else "No such record.")]}


DATASET = [
    looked_up("What is the serial number of pump-3?", "pump-3", "SN-88-1042"),
    looked_up("What is the serial number of pump-11?", "pump-11", None, call("l1", "list_keys"), tool("l1", '["pump-1", "pump-3"]')),
    looked_up("Who is the contact for site Lund?", "site-lund", "Karin Ek"),
    looked_up("Who is the contact for site Ystad?", "site-ystad", None),
    looked_up("Which firmware does valve-2 run?", "valve-2", "4.1.7"),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
