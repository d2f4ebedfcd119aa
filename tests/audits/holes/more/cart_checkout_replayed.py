"""A shop agent fills a basket and pays. Goods may be put in and taken out again in any way; the basket at the moment
of paying must be the wanted one, paid once, with nothing done to it afterwards.
"""
import json
from collections import Counter

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


def bought(messages):
    """The baskets paid for, and whether anything was put in or taken out after that."""
    basket, paid, later = Counter(), [], False
    for name, args, res in calls_of(messages):
        item, n = (args or {}).get("item"), (args or {}).get("count", 1)
        if res != "ok" or args is None:
            continue
        if name in ("add", "remove") and isinstance(item, str) and type(n) is int and n > 0:
            basket[item] += n if name == "add" else -min(n, basket[item])
            later = later or bool(paid)
        elif name == "pay":
            paid.append(+basket)
            basket = Counter()
    return paid, later


def fixed(messages: list[dict], info: dict) -> float:
    paid, later = bought(messages)
    return 1.0 if paid == [Counter(info["want"])] and not later and last_reply(messages) else 0.0


def row(text, want, *before):
    made = [m for i, (k, n) in enumerate(want.items()) for m in (call(f"a{i}", "add", item=k, count=n), tool(f"a{i}", "ok"))]
    return {"prompt": text, "info": {"want": want}, "reference": [ask(text), *before, *made, call("p", "pay"), tool("p", "ok"), say("Paid.")]}


DATASET = [
    row("Buy two lamps and a rug.", {"lamp": 2, "rug": 1}),
    row("Buy six eggs.", {"egg": 6}, call("x", "add", item="egg", count=12), tool("x", "ok"), call("y", "remove", item="egg", count=12), tool("y", "ok")),
    row("Buy one kettle and four mugs.", {"kettle": 1, "mug": 4}, call("x", "add", item="kettel"), tool("x", "error: no such item")),
    row("Buy three bulbs.", {"bulb": 3}),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
