"""Prices have to be looked up for every shop, in any order and as often as one likes, and the last
line of the reply has to name the cheapest shop; what is said before it is free.
"""
import json
import re

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


def seen(messages, item):
    """The price that was seen for the item at each shop."""
    found = {}
    for n, a, r in calls_of(messages):
        price = body(r).get("price")
        if n == "price" and a and a.get("item") == item and isinstance(a.get("shop"), str) and isinstance(price, (int, float)):
            found[a["shop"]] = price
    return found


def fixed(messages: list[dict], info: dict) -> float:
    known = seen(messages, info["item"])
    lines = last_reply(messages).splitlines()
    best = min(info["prices"], key=info["prices"].get)
    named = re.fullmatch(r"cheapest: " + re.escape(best.lower()) + r"\.?", lines[-1].strip().lower()) if lines else None
    looked = all(known.get(s) == p for s, p in info["prices"].items())
    return 1.0 if looked and named else 0.0


def row(item, prices, order, reply):
    prompt = f"Look up {item} at {', '.join(prices)} and close with a line 'Cheapest: SHOP'."
    turns = [ask(prompt)]
    for i, shop in enumerate(order):
        turns += [call(f"p{i}", "price", shop=shop, item=item), tool(f"p{i}", {"price": prices[shop]})]
    return {"prompt": prompt, "info": {"item": item, "prices": prices}, "reference": turns + [say(reply)]}


DATASET = [
    row("a kettle", {"Norra": 29, "Palm": 24.5, "Quill": 31}, ["Quill", "Norra", "Palm"], "Palm has it for 24.50, Quill asks 31.\nCheapest: Palm"),
    row("a lamp", {"Norra": 12, "Rook": 18}, ["Norra", "Rook", "Norra"], "Cheapest: Norra."),
    row("a chair", {"Palm": 80, "Quill": 75, "Rook": 79, "Norra": 99}, ["Palm", "Quill", "Rook", "Norra"], "It is close.\ncheapest: quill"),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
