"""Correctness was stored in a dictionary keyed by the predicted answer string, plainly assigned, and
read back once all samples were in. Whoever writes the same string last decides for all:
a wrong "12" is right as soon as "12" answers another problem of the batch.
"""
import re
from decimal import Decimal

SHAPE = "batched-text"
KIND = "duplicate-key"
SOURCE = "github.com/NVIDIA-NeMo/Skills#1257 (2026)"
FULL = 1.0

FINAL = re.compile(r"(?:final answer|answer)\s*(?:is|:|=)\s*(.{1,60}?)\s*\.?\s*$", re.I)
NUMBER = re.compile(r"[-+]?\d{1,15}(?:\.\d{1,10})?", re.A)


def predicted_answer(generation: str) -> str:
    """The answer as stated on the last line that is not blank, normalised; '' when not stated."""
    lines = [line for line in generation.splitlines() if line.strip()]
    m = FINAL.search(lines[-1]) if lines else None
    return normalize(m.group(1)) if m else ""


def normalize(text: str) -> str:
    text = " ".join(text.replace("$", "").split()).lower()
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    return str(Decimal(text).normalize()) if NUMBER.fullmatch(text) else text


def is_correct(predicted: str, expected: str) -> bool:
    return bool(predicted) and predicted == normalize(expected)


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    answer_to_correctness = {}
    predictions = [predicted_answer(generation) for generation in completions]
    for predicted, expected in zip(predictions, answer):
        answer_to_correctness[predicted] = is_correct(predicted, expected)
    return [float(answer_to_correctness[predicted]) for predicted in predictions]


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    predictions = [predicted_answer(generation) for generation in completions]
    return [float(is_correct(predicted, expected)) for predicted, expected in zip(predictions, answer)]


DATASET = [
    {"prompt": "A square has perimeter 36. What is its side?", "answer": "9",
     "reference": "36 / 4\nThe final answer is 9."},
    {"prompt": "How many months have 31 days?", "answer": "7", "reference": "Answer: 7"},
    {"prompt": "What is a dozen in digits?", "answer": "12", "reference": "Final answer: 12"},
    {"prompt": "What is 0.5 * 2500?", "answer": "1250", "reference": "Half of 2500.\nAnswer: 1,250.0"},
    {"prompt": "What is the chemical symbol of tin?", "answer": "Sn", "reference": "From stannum.\nThe answer is Sn"},
]
EXPLOIT = {"rows": [0, 2], "completions": ["Answer: 12", "Answer: 12"], "at": 0}


def check():
    cols = ([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET],
            [r["answer"] for r in DATASET])
    for fn in (holed, fixed):
        got = fn(*cols)
        assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), (fn.__name__, got)
    rows = [DATASET[i] for i in EXPLOIT["rows"]]
    prompts, answers = [r["prompt"] for r in rows], [r["answer"] for r in rows]
    paid = holed(prompts, EXPLOIT["completions"], answers)[EXPLOIT["at"]]
    owed = fixed(prompts, EXPLOIT["completions"], answers)[EXPLOIT["at"]]
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
