"""Guests are seated in one row. Every arrangement is right that seats everybody once and keeps the
wishes: some want to sit next to each other, some must not.
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
    info, seats = state["info"], final_of(state).get("seats")
    if not closed(state) or not isinstance(seats, list) or not all(isinstance(s, str) for s in seats):
        return 0.0
    if sorted(seats) != sorted(info["guests"]):
        return 0.0
    gap = lambda pair: abs(seats.index(pair[0]) - seats.index(pair[1]))
    kept = all(gap(p) == 1 for p in info["together"]) and all(gap(p) > 1 for p in info["apart"])
    return 1.0 if kept else 0.0


def seated(guests, together, apart, seats):
    text = "; ".join([f"{a} next to {b}" for a, b in together] + [f"{a} not next to {b}" for a, b in apart])
    turns = [ask(f"Seat {', '.join(guests)} in one row: {text}."), call("s", "seat", order=seats), tool("s", {"ok": True}),
             say("Everybody has a seat.")]
    return st(turns, {"seats": seats}, {"guests": guests, "together": together, "apart": apart})


DATASET = [
    {"case": "four", "reference": seated(["Ada", "Bo", "Cy", "Di"], [["Ada", "Cy"]], [["Bo", "Di"]], ["Bo", "Ada", "Cy", "Di"])},
    {"case": "five", "reference": seated(["Ek", "Flo", "Gus", "Hal", "Ida"], [["Ek", "Ida"], ["Flo", "Gus"]], [["Ida", "Flo"]],
                                         ["Flo", "Gus", "Hal", "Ek", "Ida"])},
    {"case": "three", "reference": seated(["Jo", "Kim", "Lu"], [["Jo", "Kim"]], [["Jo", "Lu"]], ["Lu", "Kim", "Jo"])},
]
for row in DATASET:  # nobody sits
    row["initial"] = {"seats": []}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
