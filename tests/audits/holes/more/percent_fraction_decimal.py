"""A share may be written as a fraction, a decimal or a percentage; all are read as exact fractions.
Decimals that were cut short are accepted only to the three places the prompt asks for.
"""
import re
from fractions import Fraction

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def share(text):
    """(value, was rounded) of the answer line; None if there is none that can be read."""
    lines = text.strip().splitlines()
    last = lines[-1].strip() if lines else ""
    last = re.sub(r"^answer:\s*", "", last, flags=re.I).rstrip(".")
    if m := re.fullmatch(r"(\d{1,6})\s*/\s*(\d{1,6})", last):
        return (Fraction(int(m[1]), int(m[2])), False) if int(m[2]) else None
    if m := re.fullmatch(r"(\d{1,6}(?:\.\d{1,12})?)\s*%", last):
        return Fraction(m[1]) / 100, "." in m[1]
    if re.fullmatch(r"\d{1,6}(?:\.\d{1,12})?", last):
        return Fraction(last), "." in last
    return None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, gold = share(completion), Fraction(answer)
    if got is None:
        return 0.0
    slack = Fraction(1, 2000) if got[1] else 0
    return 1.0 if abs(got[0] - gold) <= slack else 0.0


def row(question, answer, reference):
    return {"prompt": question + " Close with a fraction, a percentage or a decimal with three places.", "answer": answer,
            "reference": reference}


DATASET = [
    row("A bag holds 3 red and 5 blue balls. What is the chance of red?", "3/8", "3 of 8 are red.\n37.5%"),
    row("Two coins are thrown. What is the chance of two heads?", "1/4", "Answer: 0.25"),
    row("Of 30 pupils 20 swim. Which share is that?", "2/3", "20/30 of them.\n0.667"),
    row("What is the chance of a sum of 7 with two dice?", "1/6", "Six of 36.\nAnswer: 6/36"),
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
