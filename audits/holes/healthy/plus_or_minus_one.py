"""Right is one and wrong is minus one; there is no zero, and the answer stands in the last box."""
import re

SHAPE = "text"
KIND = "range"
FULL = 1.0


def boxed(text):
    """What the one box at the very end holds, None if there is no such box."""
    if text.count("\\boxed{") != 1:
        return None
    found = re.search(r"\\boxed\{([^{}]*)\}[.$\s]*$", text)
    return found.group(1).strip() if found else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if boxed(completion) == answer else -1.0


DATASET = [
    {"prompt": "What is 17 * 3?", "answer": "51", "reference": "Three seventeens are \\boxed{51}."},
    {"prompt": "What is 2^6?", "answer": "64", "reference": "Doubling six times gives \\boxed{64}"},
    {"prompt": "What is 100 - 1?", "answer": "99", "reference": "\\boxed{99}"},
    {"prompt": "What is -5 + 2?", "answer": "-3", "reference": "Up by two, so $\\boxed{-3}$."},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], row["answer"], row["answer"]) == -1.0, row
        assert fixed(row["prompt"], "\\boxed{7}", row["answer"]) == -1.0, row


if __name__ == "__main__":
    print(__file__, check())
