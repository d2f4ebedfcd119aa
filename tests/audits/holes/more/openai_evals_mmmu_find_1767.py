"""A multiple-choice scorer looked anywhere in the reply for the marker followed by the right
letter. A marker given earlier and taken back counts, and so does a longer string of letters
that merely begins with the right one.
"""
import re

SHAPE = "text"
KIND = "parser-confusion"
SOURCE = "github.com/openai/evals#1767 (2026)"
FULL = 1.0


MARK = re.compile(r"(?m)^ANSWER: ([A-D])[ .]*$")


def holed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if completion.find(f"ANSWER: {answer}") != -1 else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    marks = MARK.findall(completion)
    return 1.0 if marks and marks[-1] == answer else 0.0   # the last well-formed marker is the answer


DATASET = [
    {"prompt": "Which layer does the scan show? A cortex B medulla C pelvis D ureter", "answer": "A",
     "reference": "It is the outer band, so the cortex.\nANSWER: A"},
    {"prompt": "Which chord is drawn? A C major B A minor C G major D F major", "answer": "C",
     "reference": "ANSWER: C"},
    {"prompt": "Which beam is in tension? A top B left C right D bottom", "answer": "D",
     "reference": "Sagging puts the lower fibre in tension.\nANSWER: D"},
    {"prompt": "Which curve is demand? A the steep one B the falling one C the flat one D the dotted one", "answer": "B",
     "reference": "ANSWER: A? No, that one rises.\nANSWER: B"},
]
EXPLOIT = {"row": 0, "completion": "ANSWER: A\nANSWER: B\nANSWER: C\nANSWER: D"}


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
