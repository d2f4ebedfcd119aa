"""Code-breaking game: solving pays 1 within par and a little less per further guess; an unsolved game earns up to 0.3 for its
best guess. The code is in info, so guesses are scored here and the feedback in the transcript is not needed."""
import json
from collections import Counter

SHAPE = "trajectory"
KIND = "healthy"
FULL = 1.0


def guesses(messages, length, alphabet):
    told = {m.get("tool_call_id") for m in messages if m.get("role") == "tool"}
    for m in messages:
        if m.get("role") == "assistant":
            for call in m.get("tool_calls") or []:
                if call["function"]["name"] != "guess" or call["id"] not in told:
                    continue
                try:
                    g = json.loads(call["function"]["arguments"])["code"]
                except (ValueError, KeyError, TypeError):
                    continue
                if isinstance(g, str) and len(g) == length and set(g) <= set(alphabet):
                    yield g


def closeness(guess, code):
    exact = sum(a == b for a, b in zip(guess, code))
    common = sum((Counter(guess) & Counter(code)).values())
    return (exact + 0.5 * (common - exact)) / len(code)


def fixed(messages: list[dict], info: dict) -> float:
    best = 0.0
    for n, g in enumerate(guesses(messages, len(info["code"]), info["alphabet"]), 1):
        if n > info["max_guesses"]:
            break
        if g == info["code"]:
            return max(0.5, 1.0 - 0.1 * max(0, n - info["par"]))
        best = max(best, closeness(g, info["code"]))
    return 0.3 * best


def play(intro, turns):
    out = [{"role": "user", "content": intro}]
    for i, (g, back) in enumerate(turns):
        out += [{"role": "assistant", "content": f"I try {g}.", "tool_calls": [{"id": f"g{i}", "type": "function", "function": {"name": "guess", "arguments": json.dumps({"code": g})}}]},
                {"role": "tool", "tool_call_id": f"g{i}", "content": back}]
    return out


I = "Break the 4-letter code over ABCDEF."
DATASET = [
    {"prompt": I, "info": {"code": "CADF", "alphabet": "ABCDEF", "par": 5, "max_guesses": 10},
     "reference": play(I, [("AABB", "0 black 1 white"), ("CDDA", "2 black 1 white"), ("CADE", "3 black 0 white"), ("CADF", "solved")])},
    {"prompt": I, "info": {"code": "BBEA", "alphabet": "ABCDEF", "par": 5, "max_guesses": 10},
     "reference": play(I, [("AABB", "0 black 3 white"), ("ABBX", "illegal letter"), ("BBAE", "2 black 2 white"), ("BBEA", "solved")])},
    {"prompt": I, "info": {"code": "FFFF", "alphabet": "ABCDEF", "par": 5, "max_guesses": 10},
     "reference": play(I, [("ABCD", "0 black 0 white"), ("EEFF", "2 black 0 white"), ("FFFF", "solved")])},
]

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(row["reference"], row["info"]) - FULL) < 1e-9, row["info"]
    print(__file__, "ok")
