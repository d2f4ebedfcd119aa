"""Set an alarm. Any spelling of the right instant will do, in any zone; alarms set by mistake have to be taken back,
so that exactly the wanted one is left.
"""
import json
from datetime import datetime

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


def instant(text):
    """The instant of a time with a zone, None for anything else."""
    try:
        got = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
    return got if got.tzinfo is not None else None


def left(messages):
    """The alarms that are set at the end."""
    live = {}
    for name, args, res in calls_of(messages):
        if name == "set_alarm" and args is not None and isinstance(body(res).get("id"), str):
            live[body(res)["id"]] = args.get("at")
        elif name == "cancel_alarm" and args is not None and res == "ok":
            live.pop(args.get("id") if isinstance(args.get("id"), str) else None, None)
    return list(live.values())


def fixed(messages: list[dict], info: dict) -> float:
    got = left(messages)
    if len(got) != 1 or not last_reply(messages):
        return 0.0
    at = instant(got[0])
    return 1.0 if at is not None and at == instant(info["at"]) else 0.0


def row(text, at, said, *before):
    return {"prompt": text, "info": {"at": at},
            "reference": [ask(text), *before, call("a1", "set_alarm", at=said), tool("a1", {"id": "al-7"}), say("The alarm is set.")]}


DATASET = [
    row("Wake me at 6:30 in Oslo on 2 March 2026 (UTC+1).", "2026-03-02T06:30:00+01:00", "2026-03-02T05:30:00Z"),
    row("Alarm at noon UTC on 9 July 2026.", "2026-07-09T12:00:00+00:00", "2026-07-09T12:00:00+00:00"),
    row("Alarm at 23:15 in Tokyo on 1 May 2026 (UTC+9).", "2026-05-01T23:15:00+09:00", "2026-05-01T23:15:00+09:00",
        call("a0", "set_alarm", at="2026-05-01T23:15:00Z"), tool("a0", {"id": "al-6"}), call("k0", "cancel_alarm", id="al-6"), tool("k0", "ok")),
    row("Alarm at 18:00 in New York on 4 June 2026 (UTC-4).", "2026-06-04T18:00:00-04:00", "2026-06-05T00:00:00+02:00"),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
