"""A sum is split over accounts. Any split is right that uses up the sum to the cent and keeps each
account within its limits; part of the sum left over, or one limit broken, earns nothing.
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


def fixed(state: dict) -> float:
    info, got = state["info"], final_of(state).get("split")
    if not closed(state) or not isinstance(got, dict) or set(got) != set(info["limits"]):
        return 0.0
    if not all(type(v) is int for v in got.values()):   # cents
        return 0.0
    inside = all(low <= got[name] <= high for name, (low, high) in info["limits"].items())
    return 1.0 if inside and sum(got.values()) == info["total"] else 0.0


def split(total, limits, got):
    text = ", ".join(f"{n} {low} to {high}" for n, (low, high) in limits.items())
    turns = [ask(f"Split {total} cents over these accounts within their limits: {text}."), call("s", "set_split", **got),
             tool("s", {"ok": True}), say("The sum is split.")]
    return st(turns, {"split": got}, {"total": total, "limits": limits})


DATASET = [
    {"case": "two", "reference": split(10000, {"bonds": [2000, 6000], "shares": [1000, 7000]}, {"bonds": 4000, "shares": 6000})},
    {"case": "at the limits", "reference": split(500, {"a": [100, 100], "b": [0, 400]}, {"a": 100, "b": 400})},
    {"case": "three", "reference": split(99999, {"x": [1, 50000], "y": [1, 50000], "z": [1, 50000]}, {"x": 33333, "y": 33333, "z": 33333})},
]
for row in DATASET:  # nothing is split yet
    row["initial"] = {"split": {name: 0 for name in row["reference"]["info"]["limits"]}}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
