"""A verifier for grade-school arithmetic reads numbers with a pattern that keeps a sign only in front
of decimals. Labels go through the same reader, so minus three is stored as three and an
answer with the wrong sign is full marks.
"""
import re
from decimal import Decimal

SHAPE = "text"
KIND = "normalisation"
SOURCE = "github.com/allenai/open-instruct/pull/1530 (2026); cf. google-deepmind/proeval/pull/19, Submitty#10702"
FULL = 1.0

LOOSE_NUMBER = re.compile(r"[-+]?\d*\.\d+|\d+", re.A)
SIGNED_NUMBER = re.compile(r"[-+]?(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})", re.A)


def final_segment(text: str) -> str:
    """What stands after the last '####', '' without that mark; must be a single line."""
    _, mark, tail = text.rpartition("####")
    tail = tail.strip()
    return tail if mark and "\n" not in tail else ""


def strip_decoration(text: str) -> str:
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    return re.sub(r"^([-+]?)\$", r"\1", text).rstrip(".")


class GSM8KVerifier:
    def __init__(self, signed: bool):
        self.signed = signed

    def extract(self, text: str):
        segment = strip_decoration(final_segment(text))
        if self.signed:
            m = SIGNED_NUMBER.fullmatch(segment)
            return Decimal(m.group(0)) if m else None
        numbers = LOOSE_NUMBER.findall(segment)
        return Decimal(numbers[-1]) if numbers else None

    def __call__(self, prediction: str, label: str) -> float:
        got, want = self.extract(prediction), self.extract(label)
        return float(got is not None and got == want)


unsigned_verifier = GSM8KVerifier(signed=False)
signed_verifier = GSM8KVerifier(signed=True)


def holed(prompt: str, completion: str, answer: str) -> float:
    return unsigned_verifier(completion, answer)


def fixed(prompt: str, completion: str, answer: str) -> float:
    return signed_verifier(completion, answer)


DATASET = [
    {"prompt": "It was 2 degrees at noon and then fell by 5. What is it now? Finish with '#### number'.",
     "answer": "2 - 5 = -3\n#### -3", "reference": "From 2 down by 5 is below zero.\n#### -3"},
    {"prompt": "A shop takes in $70 and spends $1,304.50. What is its profit in dollars? Finish with '#### number'.",
     "answer": "70 - 1304.50\n#### -1234.50", "reference": "70 - 1304.5 is a loss.\n#### -1,234.50"},
    {"prompt": "Mia has 6 bags with 7 marbles each. How many marbles? Finish with '#### number'.",
     "answer": "6 * 7 = 42\n#### 42", "reference": "Six sevens.\n#### 42"},
    {"prompt": "A house bought for 80000 dollars with 50000 spent on it sells for 200000. Profit? Finish with '#### number'.",
     "answer": "200000 - 130000\n#### 70000", "reference": "200000 - 80000 - 50000\n#### $70,000"},
]
EXPLOIT = {"row": 0, "completion": "It drops to three.\n#### 3"}


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
