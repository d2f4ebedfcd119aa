"""A reply without answer tags was graded as a whole, and a numeric answer counted as found when
any number in the graded text is close to it. Leaving the tags out and listing the figures of
the page is paid; so is listing them inside the tags.
"""
import re

SHAPE = "text"
KIND = "fallback-pays"
SOURCE = "github.com/databricks/officeqa/pull/39 (2026)"
FULL = 1.0


TAG = re.compile(r"<FINAL_ANSWER>\s*(.*?)\s*</FINAL_ANSWER>", re.S | re.I)
NUMBER = re.compile(r"(-?\d+(?:\.\d+)?)\s*(%|million\b|billion\b)?", re.A)


def numbers(text):
    """(value, unit) of each number in text."""
    return [(float(v[:30]), u) for v, u in NUMBER.findall(text.replace(",", ""))]


def near(got, want, tolerance=0.01):
    return got[1] == want[1] and abs(got[0] - want[0]) <= tolerance * abs(want[0])


def holed(prompt: str, completion: str, answer: str) -> float:
    tag = TAG.search(completion)
    graded = tag.group(1) if tag else completion
    return 1.0 if any(near(n, numbers(answer)[0]) for n in numbers(graded)) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    tags = TAG.findall(completion)
    direct = NUMBER.fullmatch(tags[-1].replace(",", "").strip()) if tags else None   # the last tag, one number and no more
    return 1.0 if direct and near(numbers(direct.group())[0], numbers(answer)[0]) else 0.0


DATASET = [
    {"prompt": "What was total debt in 1953?", "answer": "266 million", "reference": "See table 4. <FINAL_ANSWER>266 million</FINAL_ANSWER>"},
    {"prompt": "By which share did receipts rise?", "answer": "12.5%", "reference": "<FINAL_ANSWER> 12.5% </FINAL_ANSWER>"},
    {"prompt": "What was the balance of the fund?", "answer": "1840", "reference": "<FINAL_ANSWER>1,840</FINAL_ANSWER>"},
    {"prompt": "What was the net change?", "answer": "-73", "reference": "It fell. <FINAL_ANSWER>-73</FINAL_ANSWER>"},
]
EXPLOIT = {"row": 0, "completion": "The table shows 250 million, 258 million, 266 million, 274 million and 281 million."}


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
