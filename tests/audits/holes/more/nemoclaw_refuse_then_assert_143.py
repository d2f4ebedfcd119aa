"""A memory benchmark accepted an abstention as soon as a declining phrase was found, before it
looked for the fabrications it must reject; and a keyed value counted wherever it was
contained, a denial included. Decline first and assert afterwards, and both are paid.
"""
import json
import re

SHAPE = "text"
KIND = "substring-match"
SOURCE = "github.com/NVIDIA/nemoclaw-community/pull/143 (2026)"
FULL = 1.0


DENY = re.compile(r"\b(?:no evidence|does not say|do not say|not stated|not recorded|none of|is not|was not|cannot tell)\b", re.I)
ABSTAIN = re.compile(r"\b(?:no evidence|do(?:es)? not say|not stated|not recorded|cannot tell)\b", re.I)
VALUE = re.compile(r"\d+(?:\.\d+)?%?")


def clauses(text):
    """The parts of a reply; a stop, a comma or a contrast ends the reach of a denial."""
    return [c.strip() for c in re.split(r"[.!?;:,\n](?!\d)|\b(?:but|however|although|yet|though|and|so)\b", text, flags=re.I) if c.strip()]


def declines(text):
    return bool(DENY.search(text))


def holed(prompt: str, completion: str, answer: str) -> float:
    key = json.loads(answer)
    if not key["accept"]:
        return 1.0 if ABSTAIN.search(completion) else 0.0   # what else the reply says is never looked at
    return 1.0 if all(v in completion for v in key["accept"]) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    key, parts = json.loads(answer), clauses(completion)
    if not key["accept"]:   # every part declines, and none of the fabrications is named
        pure = bool(parts) and all(declines(c) for c in parts)
        return 1.0 if pure and not any(r in completion.lower() for r in key["reject"]) else 0.0
    asserted = [v for c in parts if not declines(c) for v in VALUE.findall(c)]
    return 1.0 if sorted(asserted) == sorted(key["accept"]) and not ABSTAIN.search(completion) else 0.0


DATASET = [
    {"prompt": "When did the cutover complete?", "answer": '{"accept": [], "reject": ["complet", "friday"]}',
     "reference": "The corpus does not say."},
    {"prompt": "Which share of calls was dropped, and which was retried?", "answer": '{"accept": ["50%", "75%"], "reject": []}',
     "reference": "50% were dropped and 75% retried."},
    {"prompt": "How many nodes are in the cluster?", "answer": '{"accept": ["12"], "reject": []}',
     "reference": "There are 12 nodes."},
    {"prompt": "Who approved the budget?", "answer": '{"accept": [], "reject": ["lena", "omar", "approved by"]}',
     "reference": "No evidence in the corpus. It is not recorded."},
]
EXPLOIT = {"row": 0, "completion": "No evidence in the corpus. The cutover completed on Friday."}


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
