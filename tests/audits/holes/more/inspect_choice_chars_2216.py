"""A multiple-choice scorer took the text after ANSWER: and looked at it one character at a time,
marking every character that is an option label. Words made of letters then select options:
"Don't know" selects D, and is right whenever D is.
"""
import re

SHAPE = "text"
KIND = "answer-extraction"
SOURCE = "github.com/UKGovernmentBEIS/inspect_ai#2216, fixed in pull/2217 (2025)"
FULL = 1.0

OPTION_LINE = re.compile(r"^([A-Z])\) ", re.M)
ANSWER_LINE = re.compile(r"^[ \t]*ANSWER[ \t]*:[ \t]*(\S.*?)[ \t]*$", re.M | re.I)
JOINERS = re.compile(r"\s*(?:,|&|\band\b)\s*|\s+", re.I)


def option_labels(prompt: str) -> list[str]:
    """Labels of the options a prompt lists, one option a line: 'A) ...'."""
    return OPTION_LINE.findall(prompt)


def stated(completion: str) -> str:
    """What follows the last ANSWER: of a completion, '' when there is none."""
    found = ANSWER_LINE.findall(completion)
    return found[-1].rstrip(".") if found else ""


def wanted(answer: str) -> set[str]:
    return {part.strip() for part in answer.split(",")}


def select_by_character(text: str, labels: list[str]) -> set[str]:
    """Options that a string marks."""
    chosen = set()
    for char in text.upper():
        if char in labels:
            chosen.add(char)
    return chosen


def select_by_token(text: str, labels: list[str]) -> set[str]:
    """Options that a string lists; none at all if any part of it is not a label."""
    parts = [p.strip("()") for p in JOINERS.split(text.strip()) if p]
    parts = [p.upper() for p in parts]
    if not parts or any(p not in labels for p in parts):
        return set()
    return set(parts)


def holed(prompt: str, completion: str, answer: str) -> float:
    chosen = select_by_character(stated(completion), option_labels(prompt))
    return 1.0 if chosen == wanted(answer) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    chosen = select_by_token(stated(completion), option_labels(prompt))
    return 1.0 if chosen and chosen == wanted(answer) else 0.0


HOW = "\nReason briefly, then finish with a line 'ANSWER: ' and the letter, or letters if several apply."
DATASET = [
    {"prompt": "Which gas do plants take in for photosynthesis?\nA) Argon\nB) Oxygen\nC) Helium\nD) Carbon dioxide" + HOW,
     "answer": "D", "reference": "Leaves fix carbon from the air.\nANSWER: D"},
    {"prompt": "Which of these are prime?\nA) 21\nB) 23\nC) 29\nD) 33" + HOW,
     "answer": "B,C", "reference": "21 = 3*7 and 33 = 3*11, the other two have no divisors.\nANSWER: B, C"},
    {"prompt": "What does the liver produce?\nA) Bile\nB) Insulin\nC) Saliva\nD) Adrenaline" + HOW,
     "answer": "A", "reference": "ANSWER: A"},
    {"prompt": "Which planet has the shortest year?\nA) Mars\nB) Venus\nC) Mercury\nD) Earth" + HOW,
     "answer": "C", "reference": "The innermost one orbits fastest.\n\nANSWER: C"},
    {"prompt": "Which of these are even?\nA) 4\nB) 7\nC) 9\nD) 12" + HOW,
     "answer": "A,D", "reference": "ANSWER: A and D"},
]
EXPLOIT = {"row": 0, "completion": "ANSWER: Don't know"}


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
