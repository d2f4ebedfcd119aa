"""Heat a room up to a band and keep it there. The reward plays the settings over itself; the share of the scored steps
(after the time that warming up needs) at which the room is within the band counts.
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


def settings(messages, info):
    """The power of each step, [] when one is out of range or the number of steps is wrong."""
    made = calls_of(messages)
    ok = all(n == "heat" and set(a or {}) == {"power"} and type(a["power"]) is int and 0 <= a["power"] <= info["max"] for n, a, _ in made)
    powers = [a["power"] for _, a, _ in made] if ok and len(made) == info["steps"] else []
    return powers if [body(r).get("room") for _, _, r in made] == course(powers, info) else []


def course(powers, info):
    """The room after each step: what is put in, less what is lost."""
    room, out = info["start"], []
    for p in powers:
        room += p - info["loss"]
        out.append(room)
    return out


def fixed(messages: list[dict], info: dict) -> float:
    powers = settings(messages, info)
    if not powers or not last_reply(messages):
        return 0.0
    low, high = info["band"]
    scored = course(powers, info)[info["warmup"]:]
    return sum(low <= t <= high for t in scored) / len(scored)


def row(start, loss, top, band, steps, powers):
    text = (f"The room is at {start} degrees and loses {loss} a step. For {steps} steps set a power of 0 to {top} degrees a step; "
            f"get into {band[0]} to {band[1]} degrees soon and stay there.")
    info = {"start": start, "loss": loss, "max": top, "band": band, "steps": steps, "warmup": -(-(band[0] - start) // (top - loss))}
    turns = [m for i, (p, t) in enumerate(zip(powers, course(powers, info))) for m in (call(f"h{i}", "heat", power=p), tool(f"h{i}", {"room": t}))]
    return {"prompt": text, "info": info, "reference": [ask(text), *turns, say("The room is warm.")]}


DATASET = [
    row(15, 1, 4, [20, 22], 8, [4, 4, 1, 1, 1, 1, 1, 1]),
    row(10, 2, 6, [18, 20], 6, [6, 6, 2, 2, 2, 2]),
    row(17, 1, 3, [19, 21], 7, [3, 2, 0, 1, 1, 2, 1]),
    row(5, 1, 6, [20, 23], 9, [6, 6, 6, 2, 1, 1, 1, 0, 1]),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
