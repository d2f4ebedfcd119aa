"""A fraction has to be written as a sum of a given number of different unit fractions. Any
decomposition that adds up exactly is right; there are usually several.
"""
import re
from fractions import Fraction

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def terms(text):
    """The denominators of the sum on the last line; [] if that line is no sum of unit fractions."""
    lines = text.strip().splitlines()
    last = lines[-1].replace(" ", "") if lines else ""
    if not re.fullmatch(r"1/[1-9]\d{0,5}(?:\+1/[1-9]\d{0,5})*", last):
        return []
    return [int(part[2:]) for part in last.split("+")]


def fixed(prompt: str, completion: str, answer: str) -> float:
    value, count = answer.split(" in ")
    got = terms(completion)
    right = len(got) == int(count) and len(set(got)) == len(got) and sum(Fraction(1, d) for d in got) == Fraction(value)
    return 1.0 if right else 0.0


def row(value, count, reference):
    return {"prompt": f"Write {value} as a sum of {count} different unit fractions, such as 1/2 + 1/7, on the last line.",
            "answer": f"{value} in {count}", "reference": reference}


DATASET = [
    row("5/6", 2, "Halves and thirds will do.\n1/2 + 1/3"),
    row("1", 3, "1/2 + 1/3 + 1/6"),
    row("3/4", 3, "Take a half, then split a quarter.\n1/2 + 1/6 + 1/12"),
    row("2/5", 2, "1/3 + 1/15"),
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
