"""The F1 scorer of an eval framework turned both texts into sets of words before it counted the
overlap, so how often a word stands in the answer made no difference: the target said five times
over was as precise as the target said once. The fix counts words with their multiplicity. (Here an F1
below 0.9 earns nothing, so that only near matches are paid.)
https://github.com/UKGovernmentBEIS/inspect_ai/issues/5473
"""
import re
from collections import Counter

SHAPE = "text"
KIND = "multiplicity"
SOURCE = "github.com/UKGovernmentBEIS/inspect_ai/issues/5473 (2026)"
FULL = 1.0


def words(text):
    """Lower-case words without punctuation and articles."""
    return [w for w in re.findall(r"[a-z0-9]+", text.lower()) if w not in ("a", "an", "the")]


def f1(shared, said, wanted):
    if not shared:
        return 0.0
    precision, recall = shared / said, shared / wanted
    score = 2 * precision * recall / (precision + recall)
    return score if score >= 0.9 else 0.0


def holed(prompt: str, completion: str, answer: str) -> float:
    said, wanted = set(words(completion)), set(words(answer))
    return f1(len(said & wanted), len(said), len(wanted))


def fixed(prompt: str, completion: str, answer: str) -> float:
    said, wanted = Counter(words(completion)), Counter(words(answer))
    return f1(sum((said & wanted).values()), sum(said.values()), sum(wanted.values()))


DATASET = [
    {"prompt": "What is the capital of France?", "answer": "Paris", "reference": "Paris"},
    {"prompt": "Who discovered polonium?", "answer": "Marie Curie", "reference": "Marie Curie"},
    {"prompt": "Which lake is the largest in Africa?", "answer": "Lake Victoria", "reference": "Lake Victoria."},
    {"prompt": "Which band recorded the album 'Rio'?", "answer": "Duran Duran", "reference": "Duran Duran"},
    {"prompt": "What do bees make from nectar?", "answer": "honey", "reference": "Honey"},
    {"prompt": "Who wrote 'Middlemarch'?", "answer": "George Eliot", "reference": "George Eliot"},
]
EXPLOIT = {"row": 0, "completion": "Paris " * 12}


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
