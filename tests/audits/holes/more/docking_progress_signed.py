"""Docking a boat. The pay is how much nearer the boat lies at the end than at the start, as a share of
the way: one at the berth, nothing for staying where it was, negative for drifting off, at
worst minus one. A boat that hit something earns nothing good, however near it is.
"""
import json
import math

SHAPE = "state"
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


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated,
             "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def worked(state):
    """The run ended by itself, with a reply, and at least one of its tool calls went through."""
    msgs = state.get("messages") or []
    alive = state.get("error") is None and not state.get("is_truncated") and bool(last_reply(msgs))
    return alive and any(args is not None and res == "ok" for _, args, res in calls_of(msgs))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def place(final):
    """Where the boat lies, None if that is not known."""
    xy = [final.get("x"), final.get("y")]
    return xy if all(type(v) in (int, float) and abs(v) < 1e9 for v in xy) else None


def fixed(state: dict) -> float:
    info, final = state["info"], final_of(state)
    xy = place(final) if worked(state) else None
    if xy is None:
        return 0.0
    start, end = math.dist(info["start"], info["berth"]), math.dist(xy, info["berth"])
    end = 0.0 if end <= info["close_enough"] else end
    gain = max(-1.0, min(1.0, (start - end) / start))
    return min(0.0, gain) if final.get("collisions") != 0 else gain


def docked(start, berth, x, y, *moves):
    msgs = [ask(f"Dock at {berth}")]
    for i, (course, secs) in enumerate(moves):
        msgs += [call(f"s{i}", "steer", course=course, seconds=secs), tool(f"s{i}", "ok")]
    return st(msgs + [say("Docked.")], {"x": x, "y": y, "collisions": 0}, {"start": start, "berth": berth, "close_enough": 0.5})


DATASET = [
    {"case": "straight", "reference": docked([0, 0], [30, 0], 29.8, 0.1, (90, 60))},
    {"case": "round the pier", "reference": docked([0, 0], [0, 40], 0.0, 40.3, (45, 30), (315, 30))},
    {"case": "to the south", "reference": docked([10, 50], [10, 5], 10.0, 5.0, (180, 80))},
    {"case": "short hop", "reference": docked([3, 4], [0, 0], -0.3, 0.2, (217, 12), (217, 2))},
]
for row in DATASET:  # the boat as it lies before the agent acts
    x, y = row["reference"]["info"]["start"]
    row["initial"] = {"x": x, "y": y, "collisions": 0}

R = DATASET[0]["reference"]
CHEATS = [dict(R, final={"x": -60, "y": 0, "collisions": 0}), dict(R, final={"x": 60, "y": 0, "collisions": 0}),
          dict(R, final={"x": 30, "y": 0, "collisions": 2}), dict(R, final={"x": 30, "y": 0}),
          dict(R, final={"x": 30, "y": float("nan"), "collisions": 0}), dict(R, final={"x": 12, "y": 0, "collisions": 0})]


def check():
    for row in DATASET:
        ref = row["reference"]
        got = fixed(ref)
        assert abs(got - FULL) < 1e-9, (row["case"], got)
        for bad in (dict(ref, final=row["initial"]), dict(ref, final={}), dict(ref, final=None),
                    dict(ref, error="crashed"), dict(ref, is_truncated=True)):
            assert fixed(bad) < 0.5, (row["case"], bad)
    for cheat in CHEATS:
        assert fixed(cheat) < 0.5, (cheat, fixed(cheat))


if __name__ == "__main__":
    print(__file__, check())
