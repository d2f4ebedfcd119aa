"""Durations are right in whatever units they are written, as long as the whole answer is one
duration.
"""
import re

SHAPE = "text"
KIND = "sound"
SOURCE = "common practice: compare values, not spellings"
FULL = 1.0


SECONDS = {"d": 86400, "day": 86400, "h": 3600, "hr": 3600, "hour": 3600, "m": 60, "min": 60, "minute": 60,
           "s": 1, "sec": 1, "second": 1}
PART = r"(\d{1,6})\s*([a-z]+)"


def seconds(text):
    """Length of a duration such as '1 h 30 min', '90 minutes' or '1:30:00', None if text is none."""
    text = text.strip().lower().removesuffix(".")
    clock = re.fullmatch(r"(\d{1,3}):([0-5]\d):([0-5]\d)", text, re.A)
    if clock:
        h, m, s = map(int, clock.groups())
        return 3600 * h + 60 * m + s
    if not re.fullmatch(rf"{PART}(?:(?:\s*,\s*|\s+and\s+|\s*){PART})*", text, re.A):
        return None
    parts = [(int(n), unit if unit in SECONDS else unit.removesuffix("s")) for n, unit in re.findall(PART, text, re.A)]
    sizes = [SECONDS.get(unit) for _, unit in parts]
    if None in sizes or len(set(sizes)) != len(sizes):
        return None
    return sum(n * size for (n, _), size in zip(parts, sizes))


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, gold = seconds(completion), seconds(answer)
    return 1.0 if got is not None and got == gold else 0.0


DATASET = [
    {"prompt": "A train leaves at 9:40 and arrives at 11:10. How long is the ride?", "answer": "90 min", "reference": "1 h 30 min"},
    {"prompt": "How long are three laps of 50 seconds?", "answer": "150 s", "reference": "2 minutes and 30 seconds"},
    {"prompt": "How long is a film of 7,200 seconds?", "answer": "2 h", "reference": "2:00:00"},
    {"prompt": "How long from Monday noon to Wednesday 6 pm?", "answer": "54 h", "reference": "2 days, 6 hours"},
    {"prompt": "A cake bakes 35 minutes and rests 20. How long in all?", "answer": "55 min", "reference": "55 minutes."},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


if __name__ == "__main__":
    print(__file__, check())
