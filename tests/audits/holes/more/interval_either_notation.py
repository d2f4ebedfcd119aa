"""Inequalities to solve. The set may be written as an interval or as an inequality, with
whole numbers, decimals or fractions; open and closed ends matter.
"""
import re
from fractions import Fraction

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


NUM = r"-?\d+(?:\.\d+)?(?:/[1-9]\d*)?"


def number(text):
    top, _, low = text.partition("/")
    return Fraction(top) / int(low or 1)


def interval(text):
    """(low, closed, high, closed) with None for an end that is open to infinity; None when it is no interval."""
    t = re.sub(r"\s", "", text.lower()).replace("infinity", "inf").replace("∞", "inf").replace("≤", "<=").replace("≥", ">=")
    t = t.rstrip(".")
    m = re.fullmatch(rf"([(\[])({NUM}|-inf),({NUM}|\+?inf)([)\]])", t, re.A)
    if m:
        low = None if m[2] == "-inf" else number(m[2])
        high = None if m[3].endswith("inf") else number(m[3])
        got = (low, m[1] == "[", high, m[4] == "]")
    elif m := re.fullmatch(rf"({NUM})(<=?)x(<=?)({NUM})", t, re.A):
        got = (number(m[1]), m[2] == "<=", number(m[4]), m[3] == "<=")
    elif m := re.fullmatch(rf"({NUM})(>=?)x(>=?)({NUM})", t, re.A):
        got = (number(m[4]), m[3] == ">=", number(m[1]), m[2] == ">=")
    elif m := re.fullmatch(rf"x([<>]=?)({NUM})", t, re.A):
        end, closed = number(m[2]), m[1].endswith("=")
        got = (end, closed, None, False) if m[1][0] == ">" else (None, False, end, closed)
    elif m := re.fullmatch(rf"({NUM})([<>]=?)x", t, re.A):
        end, closed = number(m[1]), m[2].endswith("=")
        got = (end, closed, None, False) if m[2][0] == "<" else (None, False, end, closed)
    else:
        return None
    if (got[0] is None and got[1]) or (got[2] is None and got[3]):
        return None   # infinity is no member
    return got


def fixed(prompt: str, completion: str, answer: str) -> float:
    got = interval(completion)
    return 1.0 if got is not None and got == interval(answer) else 0.0


DATASET = [
    {"prompt": "Solve 2x - 5 > 1 for x.", "answer": "(3, inf)", "reference": "x > 3"},
    {"prompt": "Solve 4x <= 10 for x.", "answer": "(-inf, 5/2]", "reference": "(-inf, 2.5]"},
    {"prompt": "Solve x^2 - 5x + 4 < 0 for x.", "answer": "(1, 4)", "reference": "1 < x < 4"},
    {"prompt": "Solve |x| <= 7 for x.", "answer": "[-7, 7]", "reference": "[-7, 7]"},
    {"prompt": "Solve 1 - 3x <= 0 for x.", "answer": "[1/3, inf)", "reference": "x >= 1/3"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
