"""File permissions may be given in octal (755, 0755, 0o755) or spelled out (rwxr-xr-x, with or
without the leading type letter).
"""
import re

SHAPE = "text"
SOURCE = "healthy"
FULL = 1.0


def mode(text):
    """The permission bits, None unless text is one mode."""
    s = text.strip().strip("`")
    if re.fullmatch(r"(0o|0)?[0-7]{3}", s):
        return int(s[-3:], 8)
    m = re.fullmatch(r"-?([r-][w-][x-])([r-][w-][x-])([r-][w-][x-])", s)
    return sum(1 << (8 - i) for i, c in enumerate("".join(m.groups())) if c != "-") if m else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got = mode(completion)
    return 1.0 if got is not None and got == mode(answer) else 0.0


DATASET = [
    {"prompt": "Owner may do all, others read and run.", "answer": "755", "reference": "rwxr-xr-x"},
    {"prompt": "Owner reads and writes, nobody else anything.", "answer": "600", "reference": "0600"},
    {"prompt": "All may read, the owner may also write.", "answer": "rw-r--r--", "reference": "0o644"},
    {"prompt": "Group and owner may do all.", "answer": "770", "reference": "-rwxrwx---"},
]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
