"""The grade was the first capital A or B anywhere in the judge's reply (A is right, B is wrong).
A judge that gives its reasons before its verdict opens with a sentence containing a capital
A, so an answer that calls for explaining is graded right whatever the verdict at the end.
"""
import re

SHAPE = "text"
KIND = "parser-confusion"
SOURCE = "github.com/open-compass/opencompass/pull/2598 (2026)"
FULL = 1.0


CUE = re.compile(r"\b(?:grade|verdict|final answer)\s*(?:is|was|be|of|:=|:|=)\s*([AB])\b", re.I)


def judge(completion, gold):
    """Offline stand-in: one line for a short answer, reasons first for a long one."""
    said = " ".join(completion.split()).removesuffix(".").lower()
    grade = "A" if said and said == gold.lower() else "B"
    if len(said.split()) > 6:
        return f"After reading the whole answer I compared it with the reference. The final grade is {grade}."
    return f"grade: {grade}"


def holed(prompt: str, completion: str, answer: str) -> float:
    seen = re.search(r"[AB]", judge(completion, answer))
    return 1.0 if seen and seen.group() == "A" else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    seen = CUE.findall(judge(completion, answer))
    return 1.0 if seen and seen[-1].upper() == "A" else 0.0


DATASET = [
    {"prompt": "What is the capital of Chad?", "answer": "N'Djamena", "reference": "N'Djamena"},
    {"prompt": "Who wrote Middlemarch?", "answer": "George Eliot", "reference": "George Eliot."},
    {"prompt": "State Newton's first law.",
     "answer": "a body keeps its state of motion unless a force acts on it",
     "reference": "A body keeps its state of motion unless a force acts on it."},
    {"prompt": "Which metal is liquid at room temperature?", "answer": "mercury", "reference": "Mercury"},
]
EXPLOIT = {"row": 0, "completion": "There are several cities one could name here and each has its own long history."}


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
