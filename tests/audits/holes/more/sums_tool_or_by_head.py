"""Sums with a calculator at hand. Using it is optional and never paid or punished; the closing line has
to give the result: exactly where it is whole, else within half a unit of the last place
asked for. A calculator that fails is no excuse and no offence.
"""
import json
import re
from decimal import Decimal

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


def result(messages):
    """The number on the last line of the closing reply, None unless that line is 'Result: NUMBER' and the only one of its kind."""
    lines = [s.strip() for s in last_reply(messages).splitlines() if s.strip()]
    stated = [s for s in lines if s.lower().startswith("result:")]
    m = re.fullmatch(r"(?i)result: (-?\d{1,15}(?:\.\d{1,10})?)", lines[-1], re.A) if lines and len(stated) == 1 else None
    return Decimal(m.group(1)) if m else None


def fixed(messages: list[dict], info: dict) -> float:
    told, gold = result(messages), Decimal(info["result"])
    slack = Decimal(1).scaleb(-info["places"]) / 2 if info["places"] else Decimal(0)
    return 1.0 if told is not None and abs(told - gold) <= slack else 0.0


def _row(task, places, gold, reply, *uses):
    msgs = [ask(task)]
    for i, (expr, res) in enumerate(uses):
        msgs += [call(f"k{i}", "calc", expr=expr), tool(f"k{i}", res)]
    return {"prompt": task, "info": {"result": gold, "places": places}, "reference": msgs + [say(reply)]}


DATASET = [
    _row("What is 17 * 23?", 0, "391", "Result: 391"),
    _row("What is 1000 / 7, to two places?", 2, "142.857142857", "Calculator says so.\nResult: 142.86", ("1000/7", "142.857142857")),
    _row("What is the root of 2, to three places?", 3, "1.4142135624", "The calculator has no roots.\nresult: 1.414", ("sqrt(2)", "error: unknown sqrt")),
    _row("What is 12 - 30?", 0, "-18", "Result: -18", ("12-30", "-18"), ("30-12", "18")),
]
NO_CALLS_NEEDED = True
CHEATS = [
    (0, [ask("t"), call("k", "calc", expr="17*23"), tool("k", "391"), say("See above.")]),
    (0, [ask("t"), say("Result: 390\nResult: 391")]),
    (0, [ask("t"), say("Result: 391 or 392")]),
    (1, [ask("t"), say("Result: 142.8")]),
    (0, [ask("t"), say("Result: 391.4")]),
    (3, [ask("t"), say("Result: 18")]),
    (0, [ask("t"), say("")]),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
        idle = [row["reference"][0], row["reference"][-1]]
        assert NO_CALLS_NEEDED or fixed(idle, row["info"]) < 0.5, row["prompt"]
    for at, cheat in CHEATS:
        got = fixed(cheat, DATASET[at]["info"])
        assert got < 0.5, (at, cheat, got)


if __name__ == "__main__":
    print(__file__, check())
