"""An any-exact matcher pulled the answer out with a lazy pattern that ends as soon as it has one
character, so "Answer: 18" was read as "1". Every answer that merely begins with the right
digit was therefore exact.
"""
import re

SHAPE = "text"
KIND = "parser-confusion"
SOURCE = "github.com/Glaciohound/Multi-Turn-Instruct#1 (2025)"
FULL = 1.0


def matches(pattern, completion, gold):
    """The last thing the pattern captures is the gold, whatever the case of its letters."""
    found = [f.strip().lower() for f in re.findall(pattern, completion)]
    return 1.0 if gold.strip() and found and found[-1] == gold.strip().lower() else 0.0


def holed(prompt: str, completion: str, answer: str) -> float:
    return matches(r"Answer: (.+?)", completion, answer)


def fixed(prompt: str, completion: str, answer: str) -> float:
    return matches(r"(?m)^Answer: (.+)$", completion, answer)


DATASET = [
    {"prompt": "There are 3 boxes and 5 more arrive. How many boxes?", "answer": "8", "reference": "3 + 5.\nAnswer: 8"},
    {"prompt": "Halve the last result.", "answer": "4", "reference": "8 / 2.\nAnswer: 4"},
    {"prompt": "Which option was the red one?", "answer": "B", "reference": "You listed it second.\nAnswer: b"},
    {"prompt": "How many times did I mention Rome?", "answer": "2", "reference": "Answer: 2"},
]
EXPLOIT = {"row": 0, "completion": "Answer: 81"}


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
