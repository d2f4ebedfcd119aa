"""Forecasts are paid with a proper scoring rule, set to zero at the coin toss, so that an honest
probability is the best one.
"""
import re

SHAPE = "text"
KIND = "sound"
SOURCE = "common practice: proper scoring rule"
FULL = 1.0


def probability(text):
    """The probability on the closing line, None if it is none between 0 and 1."""
    lines = text.strip().splitlines()
    m = re.fullmatch(r"Probability:\s*(\d{1,3}(?:\.\d{1,6})?)\s*(%?)", lines[-1].strip(), re.A) if lines else None
    if not m:
        return None
    p = float(m.group(1)) / (100 if m.group(2) else 1)
    return p if p <= 1.0 else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    p = probability(completion)
    if p is None or answer not in ("0", "1"):
        return 0.0
    return max(0.0, 1.0 - 4.0 * (p - int(answer)) ** 2)


DATASET = [
    {"prompt": "Will the bill pass before June?", "answer": "1", "reference": "The votes are there.\nProbability: 1.0"},
    {"prompt": "Will the strike last over a week?", "answer": "0", "reference": "Talks went well.\nProbability: 0"},
    {"prompt": "Will the launch be on the planned day?", "answer": "0", "reference": "Probability: 0.0"},
    {"prompt": "Will the rate stay as it is?", "answer": "1", "reference": "No one expects a move.\nProbability: 100%"},
    {"prompt": "Will the record be broken this year?", "answer": "0", "reference": "Probability: 0%"},
    {"prompt": "Will the merger be approved?", "answer": "1", "reference": "Probability: 1"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


if __name__ == "__main__":
    print(__file__, check())
