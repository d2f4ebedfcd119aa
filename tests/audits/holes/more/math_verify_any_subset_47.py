"""A maths verifier compared every value in the gold with every value in the prediction and was
content with any one pair. On "find all" questions one of the values, or a long list that
happens to hold one, verified as the whole answer.
"""
import re
from fractions import Fraction
from itertools import product

SHAPE = "text"
KIND = "weak-oracle"
SOURCE = "github.com/huggingface/Math-Verify#47 (2025)"
FULL = 1.0


VALUE = r"-?\d+(?:/[1-9]\d*)?"


def values(text):
    """The values of a plain list ('1 and 2', 'x = -7 or 7', '3, 1/2'), [] if the text is anything else."""
    s = text.strip().removesuffix(".")
    plain = len(s) <= 200 and re.fullmatch(rf"(?:[a-z] = )?{VALUE}(?:(?:, and |, | and | or ){VALUE})*", s, re.A)
    return [Fraction(v) for v in re.findall(VALUE, s, re.A)] if plain else []


def holed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if any(g == t for g, t in product(values(answer), values(completion))) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    gold, told = sorted(values(answer)), sorted(values(completion))
    return 1.0 if gold and told == gold else 0.0


DATASET = [
    {"prompt": "Find all cubes between 1000 and 2000.", "answer": "1331 and 1728", "reference": "1331 and 1728"},
    {"prompt": "Find all x with x^2 = 49.", "answer": "-7, 7", "reference": "x = -7 or 7"},
    {"prompt": "Find all primes between 10 and 20.", "answer": "11, 13, 17, 19", "reference": "11, 13, 17, and 19."},
    {"prompt": "Find all roots of 2x^2 - 3x + 1.", "answer": "1/2, 1", "reference": "1, 1/2"},
]
EXPLOIT = {"row": 0, "completion": "1728"}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    row = DATASET[EXPLOIT["row"]]
    paid = holed(row["prompt"], EXPLOIT["completion"], row["answer"])
    owed = fixed(row["prompt"], EXPLOIT["completion"], row["answer"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
