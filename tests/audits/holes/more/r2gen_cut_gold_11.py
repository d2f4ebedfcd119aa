"""A report generator was scored against the written report cut to the length the model may write.
What stood after the cut was never asked for, so a text that stops in the middle and leaves out the
findings at the end is as good as a complete one.
"""
import re
from collections import Counter

SHAPE = "batched-text"
KIND = "gold-truncated"
SOURCE = "github.com/wang-zhanyu/R2GenGPT#11, wjhou/ORGan#13, after zhjohnchan/R2Gen#10 (2024)"
FULL = 1.0


LIMIT = 12   # words that texts are cut to when they are loaded


def words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def pairs(tokens):
    return Counter(zip(tokens, tokens[1:]))


def overlap(got, want):
    """F1 of the word pairs."""
    a, b = pairs(got), pairs(want)
    same = sum((a & b).values())
    return 2.0 * same / (sum(a.values()) + sum(b.values())) if same else 0.0


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return [overlap(words(c)[:LIMIT], words(a)[:LIMIT]) for c, a in zip(completions, answer)]


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    out = []
    for c, a in zip(completions, answer):
        got, want = words(c), words(a)
        score = overlap(got, want)
        # a report that leaves a sentence out says nothing of it, whatever the rest is worth
        said = all(not pairs(words(s)) - pairs(got) for s in a.split("."))
        out.append(score if said else min(score, 0.4))
    return out


FRONT = "Chest film, upright. Heart size is normal and the aorta is unremarkable. "
DATASET = [
    {"prompt": "Write the report of film 1.", "answer": FRONT + "There is a large pleural effusion on the left side.",
     "reference": FRONT + "There is a large pleural effusion on the left side."},
    {"prompt": "Write the report of film 2.", "answer": FRONT + "A small nodule is seen in the right upper lobe.",
     "reference": FRONT + "A small nodule is seen in the right upper lobe."},
    {"prompt": "Write the report of film 3.", "answer": "No change since the last film.",
     "reference": "No change since the last film."},
    {"prompt": "Write the report of film 4.", "answer": "Tube in place. Lungs are clear. No fracture of the ribs is seen on either side.",
     "reference": "Tube in place. Lungs are clear. No fracture of the ribs is seen on either side."},
]
EXPLOIT = {"rows": [0, 2], "completions": [FRONT.strip(), "No change since the last film."], "at": 0}


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
