"""A chemical equation is right when it has the substances of the gold on both sides, every
element is balanced and the coefficients are whole and in lowest terms; the order of the
substances is free.
"""
import re
from collections import Counter
from math import gcd

SHAPE = "text"
KIND = "sound"
SOURCE = "common practice: check the laws, not the spelling"
FULL = 1.0


def half(text):
    """{formula: coefficient} of one side, None if it is not a sum of substances."""
    out = {}
    for part in text.split("+"):
        m = re.fullmatch(r"\s*([1-9]\d{0,2})?\s*((?:[A-Z][a-z]?\d{0,3})+)\s*", part, re.A)
        if not m or m.group(2) in out:
            return None
        out[m.group(2)] = int(m.group(1) or 1)
    return out


def equation(text):
    sides = [half(s) for s in re.split(r"->|=", text.strip())]
    return sides if len(sides) == 2 and None not in sides else None


def atoms(side):
    total = Counter()
    for formula, n in side.items():
        for element, count in re.findall(r"([A-Z][a-z]?)(\d*)", formula):
            total[element] += n * int(count or 1)
    return total


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, gold = equation(completion), equation(answer)
    if not got or not gold or [set(s) for s in got] != [set(s) for s in gold]:
        return 0.0
    lowest = gcd(*got[0].values(), *got[1].values()) == 1
    return 1.0 if lowest and atoms(got[0]) == atoms(got[1]) else 0.0


DATASET = [
    {"prompt": "Balance: H2 + O2 -> H2O", "answer": "2 H2 + O2 -> 2 H2O", "reference": "2H2 + O2 -> 2H2O"},
    {"prompt": "Balance: Fe + O2 -> Fe2O3", "answer": "4 Fe + 3 O2 -> 2 Fe2O3", "reference": "3 O2 + 4 Fe -> 2 Fe2O3"},
    {"prompt": "Balance: CH4 + O2 -> CO2 + H2O", "answer": "CH4 + 2 O2 -> CO2 + 2 H2O", "reference": "CH4 + 2 O2 = 2 H2O + CO2"},
    {"prompt": "Balance: N2 + H2 -> NH3", "answer": "N2 + 3 H2 -> 2 NH3", "reference": "N2 + 3 H2 -> 2 NH3"},
    {"prompt": "Balance: Al + Cl2 -> AlCl3", "answer": "2 Al + 3 Cl2 -> 2 AlCl3", "reference": "2 Al + 3 Cl2 -> 2 AlCl3"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


if __name__ == "__main__":
    print(__file__, check())
