"""A length may be given in any common metric unit. The last line's amount is converted to metres
and has to agree with the gold within one part in a hundred.
"""
import math
import re

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0

METRES = {"mm": 0.001, "cm": 0.01, "dm": 0.1, "m": 1.0, "km": 1000.0}
LENGTH = re.compile(r"(?:answer:\s*)?(-?\d+(?:\.\d+)?)\s*(mm|cm|dm|m|km)\.?", re.I)


def metres(text):
    """The length the last line is, in metres; None if that line is anything else."""
    lines = text.strip().splitlines()
    m = LENGTH.fullmatch(lines[-1].strip()) if lines else None
    return float(m.group(1)) * METRES[m.group(2).lower()] if m else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, gold = metres(completion), metres(answer)
    return 1.0 if got is not None and math.isclose(got, gold, rel_tol=0.01) else 0.0


def row(question, answer, reference):
    return {"prompt": question + " Close with the length and its unit on a line of its own.", "answer": answer, "reference": reference}


DATASET = [
    row("A rope of 7.5 m is cut into three equal parts. How long is each?", "2.5 m", "7.5 / 3 = 2.5\nAnswer: 250 cm"),
    row("A train at 90 km/h rides for 20 minutes. How far does it go?", "30 km", "A third of an hour.\n30 km"),
    row("What is the perimeter of a square with side 12 mm?", "48 mm", "4 * 12 mm\n4.8 cm"),
    row("What is the circumference of a circle of radius 1 m?", "6.2832 m", "2 * pi * r\nAnswer: 6.28 m."),
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
