"""The calls must be the expected ones, in any order and none besides; an optional argument may be
left out or given with its default value, and every call must have gone through.
"""
import json

SHAPE = "trajectory"
KIND = "optional-arguments"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def calls_of(messages):
    """(name, args, result) of every tool call, in order; args None when they are no JSON object, result None when none came or it is no JSON."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls") if m.get("role") == "assistant" else None
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"] for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            try:
                result = json.loads(came[0]) if came else None
            except (ValueError, RecursionError):
                result = None
            out.append((f["name"] if isinstance(f.get("name"), str) else "", args if isinstance(args, dict) else None, result))
    return out


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


DEFAULTS = {"book_table": {"terrace": False, "minutes": 90}, "set_alarm": {"repeat": "never", "volume": 5}, "send_note": {"urgent": False}}


def full(name, args):
    return json.dumps([name, {**DEFAULTS.get(name, {}), **args}], sort_keys=True)


def fixed(messages: list[dict], info: dict) -> float:
    calls = calls_of(messages)
    through = all(args is not None and isinstance(r, dict) and r.get("ok") is True for _, args, r in calls)
    if not calls or not through or not last_reply(messages):
        return 0.0
    return 1.0 if sorted(full(n, a) for n, a, _ in calls) == sorted(full(n, a) for n, a in info["expected"]) else 0.0


def row(asked, expected, made=None):
    messages = [ask(asked)]
    for i, (name, args) in enumerate(made or expected):
        messages += [call(f"c{i}", name, **args), tool(f"c{i}", {"ok": True})]
    return {"prompt": asked, "info": {"expected": expected}, "reference": messages + [say("That is arranged.")]}


DATASET = [
    row("Book a table for 4 at 19:00.", [["book_table", {"people": 4, "time": "19:00"}]]),
    row("Wake me at 06:30 every day, and book a table for 2 at 12:00 on the terrace.",
        [["set_alarm", {"time": "06:30", "repeat": "daily"}], ["book_table", {"people": 2, "time": "12:00", "terrace": True}]],
        [["book_table", {"people": 2, "time": "12:00", "terrace": True, "minutes": 90}], ["set_alarm", {"time": "06:30", "repeat": "daily"}]]),
    row("Tell Bo that the train is late.", [["send_note", {"to": "Bo", "text": "The train is late."}]],
        [["send_note", {"to": "Bo", "text": "The train is late.", "urgent": False}]]),
    row("Set an alarm for 15:10, as loud as 9.", [["set_alarm", {"time": "15:10", "volume": 9}]]),
]


def check():
    for row in DATASET:
        assert abs(fixed(row["reference"], row["info"]) - FULL) < 1e-9, (row, fixed(row["reference"], row["info"]))
        assert fixed([ask(row["prompt"])], row["info"]) == 0.0 and fixed([], row["info"]) == 0.0, row
        assert fixed([ask(row["prompt"]), say("Done.")], row["info"]) == 0.0, row
        assert fixed(row["reference"][:-1] + [call("x", "send_note", to="all", text="hi"), tool("x", {"ok": True}), say("Done.")], row["info"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
