"""Estimates of magnitude. A guess within a quarter of the true value is right in full; from there the
pay falls with the logarithm of the factor it is off by and is gone at a factor of three.
"""
import math
import re

SHAPE = "text"
SOURCE = "healthy"
FULL = 1.0


WORDS = {"": 1, "thousand": 1e3, "million": 1e6, "billion": 1e9}


def amount(text):
    """The one positive number a text states, None if it states none, several, or anything besides."""
    s = text.strip().lower().removesuffix(".")
    m = re.fullmatch(r"(?:about |roughly |~ ?)?(\d{1,3}(?:,\d{3})+|\d{1,15})(\.\d{1,6})?(?:e(\d{1,2}))? ?(thousand|million|billion)?", s, re.A)
    if not m:
        return None
    value = float(m.group(1).replace(",", "") + (m.group(2) or "")) * 10.0 ** int(m.group(3) or 0) * WORDS[m.group(4) or ""]
    return value if value > 0 else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    told, gold = amount(completion), amount(answer)
    if told is None or gold is None:
        return 0.0
    off, free, lost = abs(math.log(told / gold)), math.log(1.25), math.log(3.0)
    return max(0.0, min(1.0, (lost - off) / (lost - free)))


DATASET = [
    {"prompt": "How many people live in Portugal?", "answer": "10,400,000", "reference": "about 11 million"},
    {"prompt": "How many metres is Mont Blanc high?", "answer": "4806", "reference": "4,800"},
    {"prompt": "How many words has the novel Dune?", "answer": "188,000", "reference": "roughly 200 thousand"},
    {"prompt": "How many kilometres is it to the Moon?", "answer": "384,400", "reference": "3.8e5"},
]
CHEATS = ["", "0", "1", "about 1 to 1000000", "1e99", "nan", "many", "10 4806 188000", "1.5"]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
        for cheat in CHEATS:
            got = fixed(row["prompt"], cheat, row["answer"])
            assert got < 0.5, (row["prompt"], cheat, got)


if __name__ == "__main__":
    print(__file__, check())
