"""Answers were normalised by dropping all punctuation and then searched for as substrings. Golds
that live on their punctuation shrink to a letter or two: "C++" becomes "c" and "N/A"
becomes "n a", which occur in nearly any English text.
"""
import re

SHAPE = "text"
KIND = "normalisation"
SOURCE = "github.com/joshuaswarren/remnic/pull/770 review (2026)"
FULL = 1.0

LEAD_IN = re.compile(r"^(?:the answer is|answer:|it is|it's|you said)\s+", re.I)
MAX_ANSWER_CHARS = 2000


def normalize_for_containment(value: str) -> str:
    value = re.sub(r"[^\w\s]", " ", value.strip().lower())
    return " ".join(token for token in value.split() if token)


def normalize_for_equality(value: str) -> str:
    """Lower case, single blanks; a lead-in, outer quotes and one final full stop removed."""
    value = " ".join(value.split())
    value = LEAD_IN.sub("", value)
    if value.endswith(".") and not value.endswith(".."):
        value = value[:-1]
    return value.strip("\"'` ").lower()


def contains_answer(predicted: str, expected: str) -> bool:
    wanted = normalize_for_containment(expected)
    return bool(wanted) and wanted in normalize_for_containment(predicted[:MAX_ANSWER_CHARS])


def equals_answer(predicted: str, expected: str) -> bool:
    wanted = normalize_for_equality(expected)
    return bool(wanted) and normalize_for_equality(predicted[:MAX_ANSWER_CHARS]) == wanted


def holed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if contains_answer(completion, answer) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if equals_answer(completion, answer) else 0.0


DATASET = [
    {"prompt": "Which language did I say I wrote the parser in? Answer with its name only.", "answer": "C++",
     "reference": "C++"},
    {"prompt": "What did I put down as my middle name on the form? Answer with the entry only.", "answer": "N/A",
     "reference": "n/a"},
    {"prompt": "Which runtime does my side project use? Answer with its name only.", "answer": ".NET", "reference": ".NET."},
    {"prompt": "In which town did I break my arm? Answer with the town only.", "answer": "Aix-en-Provence",
     "reference": "Aix-en-Provence"},
]
EXPLOIT = {"row": 0, "completion": "I could not find that in our chats."}


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
