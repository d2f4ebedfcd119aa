"""A function-call benchmark looked whether every expected argument is present with the right
value and never whether the call has others, so a right call padded with invented parameters
was fully correct.
"""
# source: github.com/thinking-machines-lab/tinker-cookbook/issues/937 (2026); fix as proposed: extra arguments are a mismatch
import json

SHAPE = "trajectory"
KIND = "missing-criterion"
SOURCE = "github.com/thinking-machines-lab/tinker-cookbook#937 (2026)"
FULL = 1.0


def generated(messages):
    """The function calls of the model's one turn, {"name", "args"} each; None if one is malformed."""
    turns = [m for m in messages if m.get("role") == "assistant"]
    calls = []
    for c in (turns[0].get("tool_calls") or []) if len(turns) == 1 else []:
        try:
            args = json.loads(c["function"]["arguments"])
        except (KeyError, TypeError, ValueError, RecursionError):
            return None
        if not isinstance(args, dict):
            return None
        calls.append({"name": c["function"].get("name"), "args": args})
    return calls


def same(a, b):
    """Equal values of the same kind; 2 and 2.0 are the same number, true is none."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    return a == b


def match_loose(gen, exp):
    return gen["name"] == exp["name"] and all(k in gen["args"] and same(gen["args"][k], v) for k, v in exp["args"].items())


def match_exact(gen, exp):
    return match_loose(gen, exp) and set(gen["args"]) <= set(exp["args"])


def score(messages, info, match):
    """1 when the calls and the expected ones pair up, in any order."""
    calls, left = generated(messages), list(info["expected"])
    if not calls or len(calls) != len(left):
        return 0.0
    for gen in calls:
        hit = next((e for e in left if match(gen, e)), None)
        if hit is None:
            return 0.0
        left.remove(hit)
    return 1.0


def holed(messages: list[dict], info: dict) -> float:
    return score(messages, info, match_loose)


def fixed(messages: list[dict], info: dict) -> float:
    return score(messages, info, match_exact)


def turn(task, *calls):
    return [{"role": "user", "content": task}, {"role": "assistant", "content": None, "tool_calls": [
        {"id": f"call_{i}", "type": "function", "function": {"name": n, "arguments": json.dumps(a)}}
        for i, (n, a) in enumerate(calls)]}]


def row(task, *calls):
    return {"prompt": task, "info": {"expected": [{"name": n, "args": a} for n, a in calls]}, "reference": turn(task, *calls)}


DATASET = [
    row("Area of a triangle with base 10 and height 5", ("triangle_area", {"base": 10, "height": 5})),
    row("Pay Ana 20 euros", ("pay", {"to": "Ana", "amount": 20, "currency": "EUR"})),
    row("Play Jolene and dim the lights to 30", ("play", {"song": "Jolene"}), ("dim", {"percent": 30})),
    row("Is 97 prime?", ("is_prime", {"n": 97})),
    row("Book the 7:40 train to Ghent, quiet coach", ("book", {"to": "Ghent", "at": "07:40", "quiet": True})),
]
EXPLOIT = {"row": 1, "messages": turn("Pay Ana 20 euros", ("pay", {
    "to": "Ana", "amount": 20, "currency": "EUR", "repeat": "monthly", "overdraft": True}))}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["prompt"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5 > owed, (paid, owed)
    return paid, owed

if __name__ == "__main__":
    print(__file__, check())
