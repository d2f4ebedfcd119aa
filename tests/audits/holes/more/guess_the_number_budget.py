"""Guess a number with 'higher' and 'lower' as the only help. Found within the number of guesses that halving
needs is full reward; each guess more takes off a part. The hints must be those that the hidden number gives.
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


def hint(guess, secret):
    return "right" if guess == secret else "higher" if guess < secret else "lower"


def guesses(messages, info):
    """The guesses in order, [] when a call is none or its hint is not the true one."""
    made = calls_of(messages)
    if any(n != "guess" or set(a or {}) != {"number"} or type(a["number"]) is not int or r != hint(a["number"], info["secret"]) for n, a, r in made):
        return []
    return [a["number"] for _, a, _ in made]


def fixed(messages: list[dict], info: dict) -> float:
    got = guesses(messages, info)
    if not got or got[-1] != info["secret"] or last_reply(messages).rstrip(".").split()[-1:] != [str(info["secret"])]:
        return 0.0
    return max(0.0, 1.0 - max(0, len(got) - info["budget"]) / info["budget"])


def row(top, secret, budget):
    text = f"I think of a whole number from 1 to {top}. Find it with few guesses, and end with the number."
    low, high, turns = 1, top, [ask(text)]
    while True:
        g, i = (low + high) // 2, len(turns)
        turns += [call(f"g{i}", "guess", number=g), tool(f"g{i}", hint(g, secret))]
        if g == secret:
            break
        low, high = (g + 1, high) if g < secret else (low, g - 1)
    return {"prompt": text, "info": {"secret": secret, "budget": budget}, "reference": [*turns, say(f"It is {secret}.")]}


DATASET = [row(100, 37, 7), row(50, 44, 6), row(1000, 613, 10), row(20, 3, 5)]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
