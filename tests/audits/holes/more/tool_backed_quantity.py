"""The closing answer is a number within the tolerance, in the unit asked for, and it is what the
calculator gave; how many sums were done on the way does not matter.
"""
import json
import math
import re

SHAPE = "trajectory"
KIND = "sound"
SOURCE = "common practice: outcome with tolerance, backed by a tool"
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


def number(text):
    """A finite plain number, None otherwise."""
    return float(text) if re.fullmatch(r"-?\d{1,12}(?:\.\d{1,9})?", text.strip(), re.A) else None


def fixed(messages: list[dict], info: dict) -> float:
    m = re.fullmatch(r"Answer: (\S+) (\S+?)\.?", last_reply(messages))
    got = number(m.group(1)) if m and m.group(2) == info["unit"] else None
    if got is None or not math.isclose(got, info["value"], rel_tol=info["tol"]):
        return 0.0
    shown = [number(res) for n, args, res in calls_of(messages) if n == "calc" and args]
    return 1.0 if any(s is not None and math.isclose(s, got, rel_tol=info["tol"]) for s in shown) else 0.0


def work(task, reply, *sums):
    out = [ask(task)]
    for i, (expression, value) in enumerate(sums):
        out += [call(f"c{i}", "calc", expression=expression), tool(f"c{i}", value)]
    return out + [say(reply)]


DATASET = [
    {"prompt": "How far is 26.2 miles in km?", "info": {"value": 42.16, "unit": "km", "tol": 0.002},
     "reference": work("How far is 26.2 miles in km?", "Answer: 42.16 km", ("26.2*1.609344", "42.164813"))},
    {"prompt": "A 60 W lamp burns 8 hours a day for 30 days. How many kWh?", "info": {"value": 14.4, "unit": "kWh", "tol": 0.001},
     "reference": work("A 60 W lamp burns 8 hours a day for 30 days. How many kWh?", "Answer: 14.4 kWh.",
                       ("60*8*30", "14400"), ("14400/1000", "14.4"))},
    {"prompt": "What is 350 F in C?", "info": {"value": 176.67, "unit": "C", "tol": 0.002},
     "reference": work("What is 350 F in C?", "Answer: 176.7 C", ("350-32", "318"), ("318*5/9", "176.666667"))},
    {"prompt": "How long is a 0.5 ha square field's side, in m?", "info": {"value": 70.71, "unit": "m", "tol": 0.001},
     "reference": work("How long is a 0.5 ha square field's side, in m?", "Answer: 70.7107 m", ("sqrt(5000)", "70.710678"))},
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)


if __name__ == "__main__":
    print(__file__, check())
