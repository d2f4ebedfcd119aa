"""A drone flies on a grid. The reward is the share of the way to the goal that it has come nearer,
never below zero; it is worked out from where it stands at the end, so flying to and fro gains
nothing, and a crash or an empty battery takes everything.
"""
import json

SHAPE = "state"
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


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated,
             "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def closed(state):
    """The run ended by itself, with a reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(last_reply(state.get("messages") or []))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def spot(value):
    """A place on the grid, None if the value is none."""
    return value if isinstance(value, list) and len(value) == 2 and all(type(v) is int for v in value) else None


def way(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def fixed(state: dict) -> float:
    info, end = state["info"], final_of(state)
    at, battery = spot(end.get("at")), end.get("battery")
    if not closed(state) or at is None or end.get("crashed") is not False:
        return 0.0
    if type(battery) is not int or battery < 0:
        return 0.0
    whole = way(info["start"], info["goal"])
    return max(0.0, (whole - way(at, info["goal"])) / whole)


def flown(start, goal, battery):
    """A flight straight to the goal."""
    info = {"start": start, "goal": goal}
    turns = [ask(f"Fly from {start} to {goal}."), call("f", "fly", to=goal), tool("f", {"at": goal}), say("Landed.")]
    return st(turns, {"at": goal, "battery": battery - way(start, goal), "crashed": False}, info)


DATASET = [
    {"case": "east", "reference": flown([0, 0], [6, 0], 20), "initial": {"at": [0, 0], "battery": 20, "crashed": False}},
    {"case": "both ways", "reference": flown([2, 3], [7, -1], 9), "initial": {"at": [2, 3], "battery": 9, "crashed": False}},
    {"case": "one step", "reference": flown([5, 5], [5, 4], 3), "initial": {"at": [5, 5], "battery": 3, "crashed": False}},
]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
