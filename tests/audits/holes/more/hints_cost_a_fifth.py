"""A riddle desk. The answer has to be handed in through the tool and be right; every hint taken first
costs a fifth, down to two fifths. Hints without a right answer are worth nothing, and only
one answer may be handed in.
"""
import json

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


def fixed(messages: list[dict], info: dict) -> float:
    calls = calls_of(messages)
    answers = [a.get("text") for n, a, _ in calls if n == "answer" and a is not None]
    tried = sum(1 for n, _, _ in calls if n == "answer")
    hints = sum(1 for n, _, _ in calls if n == "hint")
    if tried != 1 or len(answers) != 1 or not isinstance(answers[0], str) or not last_reply(messages):
        return 0.0
    received = [res for n, _, res in calls if n == "answer"] == ["received"]
    right = answers[0].strip().lower() in [w.lower() for w in info["accept"]]
    return max(0.4, 1.0 - 0.2 * hints) if right and received else 0.0


def _row(riddle, accept, given):
    return {"prompt": riddle, "info": {"accept": accept},
            "reference": [ask(riddle), call("a", "answer", text=given), tool("a", "received"), say(f"I say: {given}.")]}


DATASET = [
    _row("I have keys but no locks. What am I?", ["piano", "keyboard"], "Piano"),
    _row("I grow when fed and die when given drink. What am I?", ["fire", "a fire"], "fire"),
    _row("The more you take, the more you leave behind. What?", ["footsteps", "steps"], "steps"),
    _row("I have a neck but no head. What am I?", ["bottle", "a bottle"], "a bottle"),
]
NO_CALLS_NEEDED = False
CHEATS = [
    (0, [ask("r"), call("h", "hint"), tool("h", "music"), say("A piano.")]),
    (0, [ask("r"), call("a", "answer", text="piano or fire"), tool("a", "received"), say("Done.")]),
    (0, [ask("r"), call("a", "answer", text="harp"), tool("a", "received"), call("b", "answer", text="piano"), tool("b", "received"), say("Done.")]),
    (1, [ask("r"), call("a", "answer", text=""), tool("a", "received"), say("fire")]),
    (0, [ask("r"), call("a", "answer", text="piano"), say("Sent.")]),
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
