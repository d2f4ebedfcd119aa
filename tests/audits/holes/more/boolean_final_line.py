"""Yes/no questions with a strict last line. Guessing is right half the time, as with any two-way
question; balanced data, not the reward, takes care of that.
"""
import re

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

FINAL = re.compile(r"^\W*(?:final answer|answer)\W*[:\s]\W*(yes|no)\W*$", re.I)


def verdict(completion: str):
    """'yes' or 'no' from the last line, None when it says neither."""
    lines = [line.strip() for line in completion.splitlines() if line.strip()]
    m = FINAL.match(lines[-1]) if lines and len(lines[-1]) <= 80 else None
    return m.group(1).lower() if m else None


def healthy(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if verdict(completion) == answer.strip().lower() else 0.0


HOW = " End with 'Answer: yes' or 'Answer: no'."
DATASET = [
    {"prompt": "Is 221 a prime number?" + HOW, "answer": "no", "reference": "221 = 13 * 17.\nAnswer: no"},
    {"prompt": "Is the Nile longer than the Rhine?" + HOW, "answer": "yes", "reference": "By far.\n**Answer: Yes**"},
    {"prompt": "Can a triangle have two right angles in the plane?" + HOW, "answer": "no",
     "reference": "Nothing would be left for the third.\nFinal answer: No."},
    {"prompt": "Was the year 2000 a leap year?" + HOW, "answer": "yes", "reference": "Divisible by 400.\nAnswer: yes"},
]


def check():
    for row in DATASET:
        got = healthy(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


fixed = healthy
