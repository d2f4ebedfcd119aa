"""A measured quantity counts as right within one percent, however its digits are grouped."""
import re

SHAPE = "text"
KIND = "tolerance"
FULL = 1.0


def number(text):
    bare = text.strip().replace(",", "").replace(" ", "")
    return float(bare) if re.fullmatch(r"[+-]?\d{1,15}(?:\.\d{1,15})?", bare, re.A) else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, gold = number(completion), number(answer)
    return 1.0 if got is not None and abs(got - gold) <= 0.01 * abs(gold) else 0.0


DATASET = [
    {"prompt": "How far away is the Moon, in km?", "answer": "384400", "reference": "384,400"},
    {"prompt": "How wide is the Earth at the equator, in km?", "answer": "12756", "reference": "12756"},
    {"prompt": "How wide is the Earth at the poles, in km?", "answer": "12714", "reference": "12714"},
    {"prompt": "How long is a sidereal month, in days?", "answer": "27.32", "reference": "27.3"},
]


def check():
    for row in DATASET:
        gold = float(row["answer"])
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], f"{gold * 1.005:.4f}", row["answer"]) == FULL, row
        assert fixed(row["prompt"], f"{gold * 1.05:.4f}", row["answer"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
