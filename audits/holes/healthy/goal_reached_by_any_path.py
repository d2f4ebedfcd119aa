"""A robot must stand at the goal with enough charge left; the path and the spare charge are free."""
import json

SHAPE = "state"
KIND = "free-leaves"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": json.dumps(content)}


def ended(state):
    last = (state.get("messages") or [{}])[-1]
    return state.get("error") is None and not state.get("is_truncated") and last.get("role") == "assistant" and bool(last.get("content"))
def number(value):
    return value if type(value) in (int, float) and abs(value) < 1e6 else None


def fixed(state: dict) -> float:
    info, final = state["info"], state.get("final")
    if not ended(state) or not isinstance(final, dict):
        return 0.0
    x, y, charge = (number(final.get(name)) for name in ("x", "y", "charge"))
    if None in (x, y, charge) or not info["reserve"] <= charge <= info["charge"]:
        return 0.0
    return 1.0 if abs(x - info["goal"][0]) <= 0.5 and abs(y - info["goal"][1]) <= 0.5 else 0.0


def row(x, y, path):
    asked = f"Go to ({x}, {y}) and keep a charge of 10."
    final = {"x": x + 0.1, "y": y, "charge": 90 - 2 * len(path), "path": path, "speed": 0.0}
    reference = {"messages": [ask(asked), call("g", "go", x=x, y=y), tool("g", {"at": [x, y]}), say("I am there.")],
                 "error": None, "is_truncated": False, "final": final, "info": {"goal": [x, y], "reserve": 10, "charge": 90}}
    return {"case": f"{x} {y}", "reference": reference, "initial": {"x": 0, "y": 0, "charge": 90, "path": [], "speed": 0.0}}


DATASET = [
    row(3, 4, ["east", "north"]),
    row(-2, 6, ["north", "west", "north"]),
    row(8, 1, ["east"]),
    row(5, -7, ["south", "east", "south"]),
]


def check():
    for one in DATASET:
        assert fixed(one["reference"]) == FULL, one
        assert fixed({**one["reference"], "final": one["initial"]}) == 0.0, one
        assert fixed({**one["reference"], "final": {**one["reference"]["final"], "charge": 1e9}}) == 0.0, one


if __name__ == "__main__":
    print(__file__, check())
