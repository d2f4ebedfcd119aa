"""The extractor of a multiple-choice benchmark looked for a lower-case cue in text that it had
upper-cased before, so the stated answer was never read and the last option letter anywhere in
the reply was scored instead. A wrong answer that goes on to mention another option, or just
uses the article, is graded as that option.
"""
import re

SHAPE = "text"
KIND = "parser-confusion"
SOURCE = "github.com/jundot/omlx/pull/3668 (2026)"
FULL = 1.0


def extract(completion):
    """The option letter that the reply settles on, None if it settles on none."""
    stated = set(re.findall(r"(?m)(?i:answer\s*(?:is|:))\s*\(?([A-D])\)?(?=\.|\s*$)", completion))
    if stated:
        return stated.pop() if len(stated) == 1 else None
    bare = re.fullmatch(r"\(?([A-D])\)?\.?", completion.strip())
    return bare.group(1) if bare else None


def holed(prompt: str, completion: str, answer: str) -> float:
    upper = completion.strip().upper()
    stated = re.findall(r"answer\s*(?:is|:)\s*\(?([A-D])\b", upper)
    found = stated or re.findall(r"\b([A-D])\b", upper)
    return 1.0 if found and found[-1] == answer else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if answer and extract(completion) == answer else 0.0


DATASET = [
    {"prompt": "Which gas do leaves take in? A) oxygen B) helium C) carbon dioxide D) argon", "answer": "C",
     "reference": "Photosynthesis binds carbon. The answer is C."},
    {"prompt": "Which planet has the shortest year? A) Mercury B) Venus C) Earth D) Mars", "answer": "A",
     "reference": "It is nearest to the sun. Answer: A"},
    {"prompt": "Which metal is liquid in this room? A) tin B) mercury C) zinc D) lead", "answer": "B", "reference": "B"},
    {"prompt": "Which of these is prime? A) 21 B) 33 C) 39 D) 41", "answer": "D",
     "reference": "Three divides the others. The answer is D."},
    {"prompt": "Which organ makes bile? A) liver B) spleen C) heart D) lung", "answer": "A", "reference": "(A)"},
]
EXPLOIT = {"row": 1, "completion": "The answer is B. Note that A is the usual distractor."}


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
