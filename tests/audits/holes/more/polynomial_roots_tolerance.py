"""All roots of a polynomial, in any order, to three decimals; each given number may serve for
one root only, so repeating or adding some does not help.
"""
import re

SHAPE = "text"
SOURCE = "healthy"
FULL = 1.0


def values(text):
    parts = [p.strip() for p in re.split(r"[,;]", text.strip().removesuffix("."))]
    if not all(re.fullmatch(r"-?\d{1,6}(\.\d{1,9})?", p) for p in parts):
        return None
    return sorted(float(p) for p in parts)


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, want = values(completion), values(answer)
    if got is None or len(got) != len(want):
        return 0.0
    return 1.0 if all(abs(g - w) <= 0.0006 for g, w in zip(got, want)) else 0.0   # sorted pairs: one to one


DATASET = [
    {"prompt": "Solve x^2 = 2", "answer": "-1.41421356, 1.41421356", "reference": "1.414, -1.414"},
    {"prompt": "Solve x^2 - 5x + 6 = 0", "answer": "2, 3", "reference": "3; 2"},
    {"prompt": "Solve x^3 = x", "answer": "-1, 0, 1", "reference": "0, 1, -1"},
    {"prompt": "Solve x^2 - 3x + 1 = 0", "answer": "0.38196601, 2.61803399", "reference": "2.618, 0.382"},
]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
