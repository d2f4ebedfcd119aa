"""The asked names in any order, one on each line; credit is the overlap by the union, so that a name
too many costs as much as one too few, and a repeated name is a name too many.
"""
from collections import Counter

SHAPE = "text"
KIND = "partial"
FULL = 1.0


def names(text):
    return [line.strip().strip("-*. ").lower() for line in text.splitlines() if line.strip()]


def fixed(prompt: str, completion: str, answer: str) -> float:
    said, due = Counter(names(completion)), Counter(names(answer))
    return sum((said & due).values()) / sum((said | due).values())


DATASET = [
    {"prompt": "Which planets have rings that a small telescope cannot show? One per line.", "answer": "Jupiter\nUranus\nNeptune",
     "reference": "- Neptune\n- Jupiter\n- Uranus"},
    {"prompt": "Name the two chemical elements that are liquid at 20 degrees. One per line.", "answer": "bromine\nmercury", "reference": "Mercury\nBromine"},
    {"prompt": "Which four countries border the Principality of Liechtenstein and Switzerland taken together, besides those two? One per line.",
     "answer": "Austria\nFrance\nGermany\nItaly", "reference": "Italy\nFrance\nGermany\nAustria"},
    {"prompt": "Name the primes between 20 and 40. One per line.", "answer": "23\n29\n31\n37", "reference": "37\n31\n29\n23"},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], row["answer"] + "\nPluto", row["answer"]) < FULL, row
        assert fixed(row["prompt"], row["answer"].split("\n")[0] + "\n" + row["answer"], row["answer"]) < FULL, row
        assert fixed(row["prompt"], "", row["answer"]) == 0.0 and fixed(row["prompt"], row["prompt"], row["answer"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
