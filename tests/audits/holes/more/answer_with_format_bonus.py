"""Accuracy with a small bonus for the asked-for shape: 0.9 for the number, 0.1 for the tags. A right
number in the wrong shape is not read, so the shape alone is all a wrong answer can earn.
"""
import re
from decimal import Decimal

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

W_ACCURACY, W_FORMAT = 0.9, 0.1
SHAPE_RE = re.compile(r"\s*<think>(?P<think>[^<>]*[^<>\s][^<>]*)</think>\s*<answer>(?P<answer>[^<>]*[^<>\s][^<>]*)</answer>\s*")
NUMBER = re.compile(r"[-+]?\d{1,15}(?:\.\d{1,10})?", re.A)


def number(text: str):
    text = text.strip().replace(",", "").lstrip("$")
    return Decimal(text) if NUMBER.fullmatch(text) else None


def healthy(prompt: str, completion: str, answer: str) -> float:
    m = SHAPE_RE.fullmatch(completion)
    if not m:
        return 0.0
    got = number(m.group("answer"))
    accuracy = 1.0 if got is not None and got == number(answer) else 0.0
    return W_FORMAT + W_ACCURACY * accuracy


SYS = "Think in <think></think>, then give the number in <answer></answer>. "
DATASET = [
    {"prompt": SYS + "Nora reads 14 pages a day. How many in 3 weeks?", "answer": "294",
     "reference": "<think>21 days of 14 pages.</think>\n<answer>294</answer>"},
    {"prompt": SYS + "A coat of $80 is sold at 35% off. Price in dollars?", "answer": "52",
     "reference": "<think>65% of 80.</think><answer>$52.00</answer>"},
    {"prompt": SYS + "How many seconds are in a day?", "answer": "86400",
     "reference": "<think>24 * 3600</think> <answer>86,400</answer>"},
    {"prompt": SYS + "What is 7 - 19?", "answer": "-12", "reference": "<think>below zero by 12</think><answer>-12</answer>"},
]


def check():
    for row in DATASET:
        got = healthy(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


fixed = healthy
