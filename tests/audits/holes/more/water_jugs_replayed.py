"""The puzzle of the jugs: measure out an amount with jugs that have no marks. The reward plays the moves over
by the rules itself. A solution by a longer way earns half plus its share of the shortest way.
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


def after(jugs, name, args, sizes):
    """The jugs after one move, None when the move is not allowed."""
    n, jugs = len(sizes), list(jugs)
    at = {k: (args or {}).get(k) for k in ("jug", "to")}
    ok = type(at["jug"]) is int and 0 <= at["jug"] < n
    if not ok or set(args) != ({"jug", "to"} if name == "pour" else {"jug"}):
        return None
    i = at["jug"]
    if name == "fill":
        jugs[i] = sizes[i]
    elif name == "empty":
        jugs[i] = 0
    elif name == "pour" and type(at["to"]) is int and 0 <= at["to"] < n and at["to"] != i:
        gone = min(jugs[i], sizes[at["to"]] - jugs[at["to"]])
        jugs[i], jugs[at["to"]] = jugs[i] - gone, jugs[at["to"]] + gone
    else:
        return None
    return jugs


def fixed(messages: list[dict], info: dict) -> float:
    sizes, jugs, made = info["sizes"], [0] * len(info["sizes"]), calls_of(messages)
    for name, args, res in made:
        jugs = after(jugs, name, args, sizes) if args is not None else None
        if jugs is None or body(res).get("jugs") != jugs:
            return 0.0
    if not made or not last_reply(messages) or info["target"] not in jugs:
        return 0.0
    return 0.5 + 0.5 * min(1.0, info["shortest"] / len(made))


def row(sizes, target, moves):
    text = f"Jugs of {sizes} litres stand empty at a tap. Get exactly {target} litres into one of them."
    jugs, turns = [0] * len(sizes), [ask(text)]
    for i, (name, *at) in enumerate(moves):
        args = dict(zip(("jug", "to"), at))
        jugs = after(jugs, name, args, sizes)
        turns += [call(f"m{i}", name, **args), tool(f"m{i}", {"jugs": jugs})]
    return {"prompt": text, "info": {"sizes": sizes, "target": target, "shortest": len(moves)}, "reference": [*turns, say("Measured.")]}


DATASET = [
    row([5, 3], 4, [("fill", 0), ("pour", 0, 1), ("empty", 1), ("pour", 0, 1), ("fill", 0), ("pour", 0, 1)]),
    row([5, 3], 2, [("fill", 0), ("pour", 0, 1)]),
    row([7, 4], 6, [("fill", 0), ("pour", 0, 1), ("empty", 1), ("pour", 0, 1), ("fill", 0), ("pour", 0, 1)]),
    row([8, 5], 3, [("fill", 0), ("pour", 0, 1)]),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
