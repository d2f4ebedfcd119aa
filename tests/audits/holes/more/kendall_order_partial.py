"""Ordering task with partial credit: Kendall's rank correlation with the right order, nothing
below chance, and nothing for a list that is not a permutation of the items.
"""
import re
from itertools import combinations

SHAPE = "text"
KIND = "sound"
SOURCE = "common practice: rank correlation as partial credit"
FULL = 1.0


def items(text):
    """The items of a comma-separated or numbered list, in order."""
    parts = [re.sub(r"^\s*\d+[.)]\s*", "", p) for p in re.split(r"[,>\n]", text)]
    return [" ".join(p.lower().split()) for p in parts if p.strip()]


def fixed(prompt: str, completion: str, answer: str) -> float:
    right, given = items(answer), items(completion)
    if len(right) < 2 or len(set(given)) != len(given) or sorted(given) != sorted(right):
        return 0.0
    place = {item: i for i, item in enumerate(given)}
    signs = [1 if place[a] < place[b] else -1 for a, b in combinations(right, 2)]
    return max(0.0, sum(signs) / len(signs))


DATASET = [
    {"prompt": "From oldest to newest: telephone, radio, printing press, telegraph.",
     "answer": "printing press, telegraph, telephone, radio", "reference": "printing press, telegraph, telephone, radio"},
    {"prompt": "From small to large: whale, mouse, horse, cat.", "answer": "mouse, cat, horse, whale",
     "reference": "1. mouse\n2. cat\n3. horse\n4. whale"},
    {"prompt": "From near to far from the sun: Saturn, Mars, Neptune, Earth, Mercury.",
     "answer": "Mercury, Earth, Mars, Saturn, Neptune", "reference": "Mercury > Earth > Mars > Saturn > Neptune"},
    {"prompt": "From low to high boiling point: water, iron, nitrogen, ethanol.", "answer": "nitrogen, ethanol, water, iron",
     "reference": "Nitrogen, ethanol, water, iron"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


if __name__ == "__main__":
    print(__file__, check())
