"""The grader read the first integer on the answer line. A line that shows its sum before the
total ("m+n = 256+37 = 293") was graded by its first summand, so right answers were refused
(and a wrong line that begins with the right number is paid).
"""
import re

SHAPE = "text"
KIND = "refuses-right"
SOURCE = "github.com/antirez/ds4/pull/319, issue 321 (2026)"
FULL = 1.0


def answer_line(completion):
    """What follows the last 'Answer:' marker on its line, None without one."""
    lines = re.findall(r"(?im)^[ *]*(?:final )?answer:[ *]*(.*?)[ .*]*$", completion)
    return lines[-1] if lines else None


def holed(prompt: str, completion: str, answer: str) -> float:
    first = re.search(r"\d+", answer_line(completion) or "", re.A)
    return 1.0 if first and int(first.group()[:18]) == int(answer) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    value = (answer_line(completion) or "").rsplit("=", 1)[-1].strip()   # after the last '=' where arithmetic is shown
    return 1.0 if re.fullmatch(r"\d{1,18}", value, re.A) and int(value) == int(answer) else 0.0


DATASET = [
    {"prompt": "How many ways are there to seat them?", "answer": "720", "reference": "6! of them.\nAnswer: 720"},
    {"prompt": "The probability is m/n. Find m+n.", "answer": "293",
     "reference": "m = 256 and n = 37.\nAnswer: m+n = 256+37 = 293"},
    {"prompt": "Find the remainder modulo 1000.", "answer": "82", "reference": "Final answer: 082"},
    {"prompt": "How many lattice points are inside?", "answer": "41", "reference": "By Pick's theorem.\nAnswer: 41."},
]
EXPLOIT = {"row": 1, "completion": DATASET[1]["reference"]}   # right work, refused


def check():
    for i, row in enumerate(DATASET):
        for fn in (holed, fixed):
            got = fn(row["prompt"], row["reference"], row["answer"])
            if fn is fixed or i != EXPLOIT["row"]:   # the reported row is refused by holed
                assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    row = DATASET[EXPLOIT["row"]]
    paid = holed(row["prompt"], EXPLOIT["completion"], row["answer"])
    owed = fixed(row["prompt"], EXPLOIT["completion"], row["answer"])
    assert paid < 0.5, ("right work not refused by holed", paid)
    assert abs(owed - FULL) < 1e-9, ("right work still refused by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
