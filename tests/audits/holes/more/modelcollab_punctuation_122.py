"""A normaliser made for trivia questions, which drops all punctuation and the articles, was also
used for mathematics. There the punctuation is the answer: the decimal point, the sign and the
operator vanish, and 15 is as good as 1.5.
"""
import re
import string

SHAPE = "text"
KIND = "normalisation"
SOURCE = "github.com/BunsenFeng/model_collaboration#122 (2026)"
FULL = 1.0


def squad(text):
    """The usual question-answering normal form: lower case, no punctuation, no articles, single spaces."""
    text = "".join(ch for ch in text.lower() if ch not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def plain(text):
    """Lower case, no white space around signs; every sign but a closing full stop is kept."""
    return re.sub(r"\s*([^\w\s])\s*", r"\1", text.lower().strip()).removesuffix(".")


def holed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if squad(answer) and squad(completion) == squad(answer) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if plain(answer) and plain(completion) == plain(answer) else 0.0


DATASET = [
    {"prompt": "What is 3 / 2 as a decimal?", "answer": "1.5", "reference": "1.5"},
    {"prompt": "Solve 2x + 6 = 0 for x.", "answer": "-3", "reference": "-3"},
    {"prompt": "Factor x^2 - 1.", "answer": "(x-1)(x+1)", "reference": "(x-1)(x+1)"},
    {"prompt": "What is 2 / 8 in lowest terms?", "answer": "1/4", "reference": "1/4."},
    {"prompt": "What is 5!?", "answer": "120", "reference": "120"},
]
EXPLOIT = {"row": 0, "completion": "15"}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    row = DATASET[EXPLOIT["row"]]
    paid = holed(row["prompt"], EXPLOIT["completion"], row["answer"])
    owed = fixed(row["prompt"], EXPLOIT["completion"], row["answer"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
