"""Write a number in another base. The prefix of the base, upper or lower case, and gaps between groups of digits
are all fine.
"""
import re

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


PREFIX = {2: "0b", 8: "0o", 16: "0x"}


def reading(text, base):
    """The number that the digits mean in the base, None when they are no number in it."""
    t = re.sub(r"(?<=[0-9a-f])[ _](?=[0-9a-f])", "", text.strip().lower().rstrip("."))
    if base in PREFIX and t.startswith(PREFIX[base]):
        t = t[2:]
    allowed = "0123456789abcdef"[:base]
    return int(t, base) if 0 < len(t) <= 64 and all(c in allowed for c in t) else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    digits, base = answer.split(" in base ")
    got = reading(completion, int(base))
    return 1.0 if got is not None and got == int(digits, int(base)) else 0.0


DATASET = [
    {"prompt": "Write 255 in hexadecimal.", "answer": "ff in base 16", "reference": "0xFF"},
    {"prompt": "Write 45 in binary.", "answer": "101101 in base 2", "reference": "0010 1101"},
    {"prompt": "Write 500 in octal.", "answer": "764 in base 8", "reference": "764"},
    {"prompt": "Write 1000 in base 7.", "answer": "2626 in base 7", "reference": "2626."},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
