"""A memory benchmark read a score from one to five off the judge's reply and fell back to three
when there was no score line. Three is also the pass mark, so every reply that the parser
cannot read, such as the judge declining to rate a non-answer, counted as holding the ground
truth.
"""
import re

SHAPE = "text"
KIND = "fallback-pays"
SOURCE = "github.com/headroomlabs-ai/headroom/pull/1892 (2026)"
FULL = 1.0


PASS_MARK = 3.0


def judge(completion, gold):
    """Offline stand-in: rates an answer, and only remarks on a non-answer."""
    said = completion.strip().removesuffix(".").lower()
    if not said or said.startswith(("i don't", "i do not", "i can't", "i cannot", "sorry")):
        return "The assistant gave no answer, so there is nothing here to compare with the ground truth."
    return f"Score: {5 if said == gold.strip().lower() else 1}\nReasoning: compared with the ground truth."


def parse_score(reply, default):
    m = re.search(r"(?m)^Score:\s*([1-5](?:\.\d+)?)\s*$", reply)
    return float(m.group(1)) if m else default


def holed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if parse_score(judge(completion, answer), default=3.0) >= PASS_MARK else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if parse_score(judge(completion, answer), default=0.0) >= PASS_MARK else 0.0


DATASET = [
    {"prompt": "Which database did we settle on in March?", "answer": "Postgres", "reference": "Postgres."},
    {"prompt": "What is the name of the staging host?", "answer": "heron-2", "reference": "heron-2"},
    {"prompt": "How many retries does the uploader make?", "answer": "four", "reference": "Four"},
    {"prompt": "Who signs off the release?", "answer": "Maren", "reference": "Maren"},
    {"prompt": "On which weekday does the backup run?", "answer": "Sunday", "reference": "Sunday."},
]
EXPLOIT = {"row": 0, "completion": "I don't know."}


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
