"""A congruence a*x = b (mod n) is asked; any whole number that satisfies it is right, so the reward
puts the number in instead of comparing it with one gold value.
"""
import re

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def number(text):
    """The whole number on the last line ('x = 5' or '5'); None if that line is anything else."""
    lines = text.strip().splitlines()
    m = re.fullmatch(r"(?:x\s*=\s*)?(-?\d{1,12})\.?", lines[-1].strip()) if lines else None
    return int(m.group(1)) if m else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    a, b, n = (int(v) for v in answer.split())
    x = number(completion)
    return 1.0 if x is not None and (a * x - b) % n == 0 else 0.0


def row(a, b, n, reference):
    return {"prompt": f"Find a whole number x such that {a} * x leaves the same remainder as {b} when divided by {n}. "
                      "Close with x = NUMBER.", "answer": f"{a} {b} {n}", "reference": reference}


DATASET = [
    row(3, 1, 7, "3 * 5 = 15 = 2 * 7 + 1\nx = 5"),
    row(10, 3, 17, "The inverse of 10 is 12 and 12 * 3 = 36.\nx = 36"),
    row(7, 4, 12, "x = -8"),
    row(5, 2, 11, "5 * 7 = 35 = 33 + 2\n7"),
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
