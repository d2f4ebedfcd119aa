"""Any exact spelling of the inverse matrix will do (fractions, decimals, spacing): it is right
if the product with the given matrix is the identity. The answer column holds the matrix.
"""
import re
from fractions import Fraction

SHAPE = "text"
SOURCE = "healthy"
FULL = 1.0


def matrix(text):
    """A square matrix of exact numbers from a list of lists or rows on lines, None if it is none."""
    rows = [r for r in re.split(r"[\n;]|\]\s*,\s*\[", text.strip().strip("[] ")) if r.strip(" []")]
    cells = [[c for c in re.split(r"[,\s]+", r.strip(" []"))] for r in rows]
    if not all(re.fullmatch(r"-?\d{1,6}(\.\d{1,6}|/[1-9]\d{0,5})?", c, re.A) for r in cells for c in r):
        return None
    got = [[Fraction(c) for c in r] for r in cells]
    return got if got and len(got) <= 4 and all(len(r) == len(got) for r in got) else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, given = (matrix(completion) if len(completion) < 400 else None), matrix(answer)
    if got is None or len(got) != len(given):
        return 0.0
    n = range(len(got))
    return 1.0 if all(sum(given[i][k] * got[k][j] for k in n) == (i == j) for i in n for j in n) else 0.0


DATASET = [
    {"prompt": "Invert [[2, 0], [0, 4]]", "answer": "[[2, 0], [0, 4]]", "reference": "[[1/2, 0], [0, 0.25]]"},
    {"prompt": "Invert [[1, 2], [3, 4]]", "answer": "[[1, 2], [3, 4]]", "reference": "-2 1\n1.5 -0.5"},
    {"prompt": "Invert [[0, 2], [1, 0]]", "answer": "[[0, 2], [1, 0]]", "reference": "[[0, 1], [1/2, 0]]"},
    {"prompt": "Invert [[1, 1, 0], [0, 1, 0], [0, 0, 5]]", "answer": "[[1, 1, 0], [0, 1, 0], [0, 0, 5]]",
     "reference": "[[1, -1, 0], [0, 1, 0], [0, 0, 1/5]]"},
]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
