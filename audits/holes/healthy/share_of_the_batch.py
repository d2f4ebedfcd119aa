"""Batches with ids that may repeat: each text is held against the gold in its own place."""
import re

SHAPE = "batched-text"
KIND = "batch"
FULL = 1.0


def last_line(text):
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1].strip() if lines else ""


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    """The last line is 'Total: N' and nothing else; N may carry thousands marks."""
    found = [re.fullmatch(r"Total: (-?\d{1,3}(?:,\d{3})+|-?\d{1,12})", last_line(text), re.A) for text in completions]
    return [1.0 if m and int(m[1].replace(",", "")) == int(gold) else 0.0 for m, gold in zip(found, answer)]


DATASET = [
    {"prompt": "Add 1200 and 34.", "answer": "1234", "reference": "1200 and 34 make it.\nTotal: 1,234"},
    {"prompt": "Add 7 and 8.", "answer": "15", "reference": "Total: 15"},
    {"prompt": "Add -4 and 1.", "answer": "-3", "reference": "One up from -4.\nTotal: -3"},
    {"prompt": "Add 20 and 22.", "answer": "42", "reference": "Twice 21.\n\nTotal: 42"},
]


def check():
    for row in DATASET:
        assert fixed([row["prompt"]], [row["reference"]], [row["answer"]]) == [FULL], row
        assert fixed([row["prompt"]], ["Total: 5"], [row["answer"]]) == [0.0], row
        assert fixed([row["prompt"]], [row["answer"]], [row["answer"]]) == [0.0], row


if __name__ == "__main__":
    print(__file__, check())
