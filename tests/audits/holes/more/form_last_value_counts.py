"""Fill in a form and send it. Fields may be filled in any order and mended; what they hold at the moment of sending
counts, as the share of right fields. It must be sent once, with nothing in it that was not asked for.
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


def sent(messages):
    """The fields at the moment of sending, None unless the form went off exactly once."""
    fields, gone = {}, []
    for name, args, res in calls_of(messages):
        if res != "ok" or args is None:
            continue   # refused by the page, so nothing changed
        if name == "set_field" and isinstance(args.get("field"), str):
            fields[args["field"]] = args.get("value")
        elif name == "clear_form":
            fields = {}
        elif name == "send":
            gone.append(dict(fields))
    return gone[0] if len(gone) == 1 else None


def tidy(value):
    return " ".join(value.split()).lower() if isinstance(value, str) else None


def fixed(messages: list[dict], info: dict) -> float:
    got, want = sent(messages), info["fields"]
    if got is None or not last_reply(messages) or set(got) - set(want):
        return 0.0
    return sum(tidy(got.get(k)) == tidy(v) for k, v in want.items()) / len(want)


def row(text, fields, *before):
    made = [m for i, (k, v) in enumerate(fields.items()) for m in (call(f"f{i}", "set_field", field=k, value=v), tool(f"f{i}", "ok"))]
    return {"prompt": text, "info": {"fields": fields},
            "reference": [ask(text), *before, *made, call("z", "send"), tool("z", "ok"), say("The form is sent.")]}


DATASET = [
    row("Register Ada Lund, ada@lund.se, for the morning course.", {"name": "Ada Lund", "mail": "ada@lund.se", "course": "morning"}),
    row("Report a leak in flat 12, kitchen.", {"flat": "12", "room": "kitchen", "kind": "leak"},
        call("w", "set_field", field="flat", value="21"), tool("w", "ok")),
    row("Order 3 boxes of A4 for desk 7.", {"item": "A4", "boxes": "3", "desk": "7"}, call("w", "send"), tool("w", "error: form is empty")),
    row("Book a visit for Mr Roth on 2026-05-04.", {"visitor": "Mr Roth", "day": "2026-05-04"}),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
