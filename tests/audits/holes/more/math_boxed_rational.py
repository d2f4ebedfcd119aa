"""Math verifier: the completion must end in one boxed rational number, compared exactly."""
import re
from fractions import Fraction

SHAPE = "text"
FULL = 1.0

NUMBER = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?", re.A)
FRAC = re.compile(r"(-?)\\[dt]?frac\{(-?\d+)\}\{(-?\d+)\}", re.A)
RATIO = re.compile(r"(-?\d+)\s*/\s*(-?\d+)", re.A)


def rational(text):
    """The exact value of 12, -3.50, 1,234, 7/2 or \\frac{7}{2}; None for anything else."""
    text = text.strip().strip("$").strip()
    if len(text) > 60:
        return None
    if NUMBER.fullmatch(text):
        return Fraction(text.replace(",", ""))
    m = FRAC.fullmatch(text)
    sign, top, bottom = (-1 if m.group(1) else 1, m.group(2), m.group(3)) if m else (1, None, None)
    if m is None and (m := RATIO.fullmatch(text)):
        top, bottom = m.groups()
    if top is None or int(bottom) == 0:
        return None
    return sign * Fraction(int(top), int(bottom))


def boxed(text):
    """Contents of the boxes of the text (one level of inner braces is enough for numbers)."""
    return re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", text)


def fixed(prompt: str, completion: str, answer: str) -> float:
    found, opened = boxed(completion), completion.count("\\boxed{")
    if len(found) != 1 or opened != 1:   # several boxes are a hedge, an open one is a truncated answer
        return 0.0
    got, gold = rational(found[0]), rational(answer)
    return 1.0 if got is not None and got == gold else 0.0


ASK = "Give the final answer in one \\boxed{}. "
DATASET = [
    {"prompt": ASK + "What is 3/4 + 1/4 + 5/2?", "answer": "7/2", "reference": "1 + 5/2 = 7/2. \\boxed{\\frac{7}{2}}"},
    {"prompt": ASK + "17 * 23?", "answer": "391", "reference": "17*20 + 17*3 = 391, so \\boxed{391}."},
    {"prompt": ASK + "Solve 4x = -10.", "answer": "-2.5", "reference": "x = -10/4 = \\boxed{-5/2}"},
    {"prompt": ASK + "1000 + 234?", "answer": "1234", "reference": "\\boxed{1,234}"},
    {"prompt": ASK + "One eighth as a decimal?", "answer": "0.125", "reference": "1/8 = 0.125: \\boxed{0.125}"},
    {"prompt": ASK + "Slope through (0,3) and (6,1)?", "answer": "-1/3", "reference": "(1-3)/6 = \\boxed{-\\frac{1}{3}}"},
]
WRONG = [(0, ""), (0, "7/2"), (1, "\\boxed{390} or \\boxed{391}"), (2, "\\boxed{nan}"), (3, "\\boxed{}"), (4, "\\boxed{0.12")]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    low = [fixed(DATASET[i]["prompt"], text, DATASET[i]["answer"]) for i, text in WRONG]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
