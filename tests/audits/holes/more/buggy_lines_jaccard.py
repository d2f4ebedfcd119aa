"""Point out the lines of a listing that hold the bug, as numbers. The share of the lines named or wanted that are
both: naming more lines costs as much as missing some.
"""
import re

SHAPE = "batched-text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def lines(text):
    """The set of line numbers, empty when the text is anything but a list of numbers."""
    t = text.strip().lower().rstrip(".")
    t = re.sub(r"^lines? ", "", t).replace(" and ", ",")
    return {int(p) for p in t.split(",")} if re.fullmatch(r"\d{1,4}( ?, ?\d{1,4})*", t, re.A) else set()


def jaccard(got, want):
    return len(got & want) / len(got | want) if got else 0.0


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return [jaccard(lines(c), lines(a)) for c, a in zip(completions, answer)]


DATASET = [
    {"prompt": "Listing A, 40 lines: which lines hold the bug?", "answer": "12,13", "reference": "Lines 12 and 13"},
    {"prompt": "Listing B, 25 lines: which lines hold the bug?", "answer": "7", "reference": "line 7"},
    {"prompt": "Listing C, 90 lines: which lines hold the bug?", "answer": "3, 48, 51", "reference": "51, 3, 48"},
    {"prompt": "Listing D, 60 lines: which lines hold the bug?", "answer": "22,30", "reference": "22,30"},
]


def check():
    got = fixed(*[[r[k] for r in DATASET] for k in ("prompt", "reference", "answer")])
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got
    return FULL


if __name__ == "__main__":
    print(__file__, check())
