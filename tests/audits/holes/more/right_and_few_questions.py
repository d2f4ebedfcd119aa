"""The code of the box must be right; asking more often than the par costs a twentieth each, and never
more than half, so that a right code always beats a wrong one, which earns nothing.
"""
import json

SHAPE = "trajectory"
KIND = "efficiency"
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


def fixed(messages: list[dict], info: dict) -> float:
    calls = calls_of(messages)
    if not all(isinstance(r, dict) and ("bigger" in r or n == "enter") for n, _, r in calls) or sum(n == "enter" for n, _, _ in calls) != 1:
        return 0.0
    opened = [args.get("code") for n, args, r in calls if n == "enter" and args is not None and r == {"open": True}]
    if len(opened) != 1 or calls[-1][0] != "enter" or opened[0] != info["code"] or not last_reply(messages):
        return 0.0
    asked = sum(n == "ask_bigger" for n, _, _ in calls)
    return 1.0 - min(0.5, 0.05 * max(0, asked - info["par"]))


def row(code, top):
    asked = f"The box has a code from 1 to {top}. ask_bigger(than=n) tells whether it is bigger than n. Enter the code once."
    messages, low, high, par = [ask(asked)], 1, top, (top - 1).bit_length()
    while low < high:
        mid, cid = (low + high) // 2, f"q{low}-{high}"
        messages += [call(cid, "ask_bigger", than=mid), tool(cid, {"bigger": code > mid})]
        low, high = (mid + 1, high) if code > mid else (low, mid)
    return {"prompt": asked, "info": {"code": code, "par": par}, "reference": messages + [call("e", "enter", code=low), tool("e", {"open": True}), say("It is open.")]}


DATASET = [row(37, 64), row(5, 16), row(88, 100), row(201, 256)]


def check():
    for row in DATASET:
        assert abs(fixed(row["reference"], row["info"]) - FULL) < 1e-9, (row, fixed(row["reference"], row["info"]))
        assert fixed([ask(row["prompt"])], row["info"]) == 0.0 and fixed([], row["info"]) == 0.0, row
        assert fixed([ask(row["prompt"]), say("Done.")], row["info"]) == 0.0, row
        wrong = row["reference"][:-3] + [call("e", "enter", code=0), tool("e", {"open": False}), say("It is open.")]
        assert fixed(wrong, row["info"]) == 0.0, row
        again = [m for i in range(40) for m in (call(f"z{i}", "ask_bigger", than=1), tool(f"z{i}", {"bigger": True}))]
        assert fixed(row["reference"][:1] + again + row["reference"][1:], row["info"]) == 0.5, row


if __name__ == "__main__":
    print(__file__, check())
