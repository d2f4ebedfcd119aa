"""Accuracy (0.9) plus a small bonus (0.1) for one closed thought followed by one boxed answer. A
wrong answer in perfect shape earns the bonus and no more.
"""
import re
from fractions import Fraction

SHAPE = "batched-text"
KIND = "healthy"
FULL = 1.0

ACCURACY_WEIGHT, FORMAT_WEIGHT = 0.9, 0.1
SHAPE_RE = re.compile(r"<think>(?:(?!</?think>).)*\w(?:(?!</?think>).)*</think>\s*(?P<reply>\S.*)", re.S)
FRAC = re.compile(r"\\[dt]?frac\{(-?\d+)\}\{(\d+)\}")
RATIONAL = re.compile(r"-?\d+(?:\.\d+)?|-?\d+/\d+")


def boxes(text):
    return re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", text)


def to_number(text):
    text = FRAC.sub(r"\1/\2", text.replace("$", "").replace("\\,", "").replace(" ", ""))
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    try:
        return Fraction(text) if RATIONAL.fullmatch(text) else None
    except ZeroDivisionError:
        return None


def accuracy(completion, gold):
    """Only what follows a closed thought counts, and only its last box."""
    if completion.count("<think>") > completion.count("</think>"):
        return 0.0
    found = boxes(completion.rpartition("</think>")[2])
    said = to_number(found[-1]) if found else None
    return 1.0 if said is not None and said == to_number(gold) else 0.0


def well_formed(completion):
    m = SHAPE_RE.fullmatch(completion.strip())
    return 1.0 if m and len(boxes(m.group("reply"))) == 1 else 0.0


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return [ACCURACY_WEIGHT * accuracy(c, a) + FORMAT_WEIGHT * well_formed(c) for c, a in zip(completions, answer, strict=True)]


HOW = " Think in <think></think>, then give the result in \\boxed{}."
DATASET = [
    {"prompt": "A shop takes 15% off 80. New price?" + HOW, "answer": "68", "reference": "<think>80 * 0.85 = 68</think>\nIt costs \\boxed{68}."},
    {"prompt": "3/4 + 1/6?" + HOW, "answer": "11/12", "reference": "<think>9/12 + 2/12</think>\\boxed{\\frac{11}{12}}"},
    {"prompt": "Sum of the first 100 integers?" + HOW, "answer": "5050", "reference": "<think>Maybe \\boxed{5000}? No: 50 * 101.</think>\nSo \\boxed{5,050}"},
    {"prompt": "Solve 2x + 9 = 4." + HOW, "answer": "-2.5", "reference": "<think>2x = -5</think>\n\\boxed{-\\frac{5}{2}}"},
]


def check():
    if SHAPE == "text":
        got = [fixed(r["prompt"], r["reference"], r["answer"]) for r in DATASET]
    else:
        got = fixed([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET], [r["answer"] for r in DATASET])
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got
    return got


if __name__ == "__main__":
    print(__file__, check())
