"""A JSON answer: right values earn 0.9; the last 0.1 is for a reply that is the JSON alone, and it is
only paid on top of right values.
"""
import json

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def once(pairs):
    if len({k for k, _ in pairs}) < len(pairs):
        raise ValueError("a field is given twice")
    return dict(pairs)


def load(text):
    try:
        return json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError):
        return None


def unwrapped(text):
    """The reply without one code fence around it."""
    lines = text.strip().splitlines()
    fence = len(lines) > 2 and lines[0] in ("```", "```json") and lines[-1] == "```"
    return "\n".join(lines[1:-1]) if fence else text


def same(a, b):
    """Equal in value and type; whole floats may stand for integers."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and a == b


def fixed(prompt: str, completion: str, answer: str) -> float:
    gold = json.loads(answer)
    if not same(load(unwrapped(completion)), gold):
        return 0.0
    return 1.0 if load(completion) is not None else 0.9


def row(text, **gold):
    return {"prompt": "Reply with a JSON object with the fields " + ", ".join(gold) + " and nothing else.\n" + text,
            "answer": json.dumps(gold), "reference": json.dumps(gold)}


DATASET = [
    row("Kim ordered 3 lamps and paid by card.", name="Kim", count=3, paid=True),
    row("Ola wants 1.5 kg of flour; she has not paid.", name="Ola", kilos=1.5, paid=False),
    row("The tags are red, round and new.", tags=["red", "round", "new"]),
    row("Room 12 has 2 beds.", room=12, beds=2),
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
