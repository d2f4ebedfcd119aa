"""Signed accuracy as used for long reasoning runs: plus one for the right final answer, minus one
for a wrong or missing one, less a soft deduction of up to one half for running into the last
stretch of the length budget.
"""
import re
from decimal import Decimal

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


BUDGET, SOFT = 1200, 400


def final_value(text):
    """The number on the closing 'Answer:' line, None without such a line."""
    m = re.fullmatch(r"Answer: ?\$?(-?\d{1,3}(?:,\d{3})+|-?\d+)(\.\d+)?", text.strip().rpartition("\n")[2].strip())
    return Decimal(m.group(1).replace(",", "") + (m.group(2) or "")) if m else None


def overlong(length):
    """0 up to BUDGET - SOFT characters, then a straight line down to -0.5 at BUDGET."""
    return -0.5 * min(1.0, max(0.0, (length - (BUDGET - SOFT)) / SOFT))


def fixed(prompt: str, completion: str, answer: str) -> float:
    got = final_value(completion)
    try:
        gold = Decimal(answer)
    except (TypeError, ArithmeticError):
        return -1.0
    if got is None or len(completion) > BUDGET or got != gold:
        return -1.0
    return 1.0 + overlong(len(completion))


DATASET = [
    {"prompt": "A crate holds 24 jars. How many jars are in 13 crates?", "answer": "312",
     "reference": "Ten crates hold 240 and three hold 72.\nAnswer: 312"},
    {"prompt": "The temperature falls from 4 degrees by 11. What is it now?", "answer": "-7", "reference": "4 - 11 = -7\nAnswer: -7"},
    {"prompt": "A van costs 18,500 and loses 2,250 in a year. What is it worth then?", "answer": "16250",
     "reference": "18500 - 2250 = 16250\nAnswer: 16,250"},
    {"prompt": "What is three eighths as a decimal?", "answer": "0.375", "reference": "3 / 8\nAnswer: 0.375"},
    {"prompt": "Nine boxes weigh 31.5 kg. What does one weigh in kg?", "answer": "3.5", "reference": "Answer: 3.50"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
