"""Lists of names scored as sets: F1 between what was named and what should be, so both leaving out
and adding on cost. Order, case and repeats do not matter.
"""
import re

SHAPE = "batched-text"
KIND = "healthy"
FULL = 1.0

ANSWER = re.compile(r"^\s*Answer\s*:\s*(.+?)\s*$", re.M)


def split_items(text: str) -> set[str]:
    parts = re.split(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+", text.strip().rstrip("."))
    return {" ".join(p.lower().split()) for p in parts if p.strip()}


def named(completion: str) -> set[str]:
    found = ANSWER.findall(completion)
    return split_items(found[-1]) if found else set()


def f1(got: set[str], gold: set[str]) -> float:
    hit = len(got & gold)
    return 2 * hit / (len(got) + len(gold)) if hit else 0.0


def healthy(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return [f1(named(c), split_items(a)) for c, a in zip(completions, answer)]


HOW = " Finish with a line 'Answer: ' and the names, separated by commas."
DATASET = [
    {"prompt": "Which countries border Portugal or Andorra?" + HOW, "answer": "Spain, France",
     "reference": "Portugal has one neighbour, Andorra two.\nAnswer: France, Spain"},
    {"prompt": "Name the noble gases up to krypton." + HOW, "answer": "helium, neon, argon, krypton",
     "reference": "Answer: Helium, Neon, Argon and Krypton."},
    {"prompt": "Which planets have no moon?" + HOW, "answer": "Mercury, Venus", "reference": "Answer: Mercury; Venus"},
    {"prompt": "Which instruments make up a string quartet, each kind once?" + HOW, "answer": "violin, viola, cello",
     "reference": "Two of the first kind.\nAnswer: violin, viola, cello"},
]


def check():
    got = healthy([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET],
                  [r["answer"] for r in DATASET])
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got


fixed = healthy
