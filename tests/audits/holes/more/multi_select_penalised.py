"""Select-all-that-apply with partial credit: each right choice earns its share, each wrong one
costs the same, never below nothing.
"""
import re

SHAPE = "text"
KIND = "sound"
SOURCE = "common practice: negative marking"
FULL = 1.0


def choices(text):
    """Letters of a list such as 'A, C' or 'A and C', empty if it is anything else or one comes twice."""
    letters = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", text.strip().removesuffix("."))
    good = all(re.fullmatch(r"[A-F]", x) for x in letters) and len(set(letters)) == len(letters)
    return set(letters) if good else set()


def fixed(prompt: str, completion: str, answer: str) -> float:
    right, picked = choices(answer), choices(completion)
    if not right:
        return 0.0
    return max(0.0, (len(picked & right) - len(picked - right)) / len(right))


DATASET = [
    {"prompt": "Which are primes? A) 9 B) 11 C) 15 D) 17", "answer": "B, D", "reference": "B, D"},
    {"prompt": "Which are mammals? A) bat B) shark C) whale D) newt E) toad F) mole", "answer": "A, C, F", "reference": "A, C and F"},
    {"prompt": "Which border France? A) Spain B) Poland C) Italy D) Austria", "answer": "A, C", "reference": "C, A"},
    {"prompt": "Which are noble gases? A) neon B) oxygen C) nitrogen D) chlorine", "answer": "A", "reference": "A."},
    {"prompt": "Which are even? A) 3 B) 8 C) 5 D) 12 E) 7 F) 1", "answer": "B, D", "reference": "B and D"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


if __name__ == "__main__":
    print(__file__, check())
