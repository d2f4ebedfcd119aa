"""A telephone number is right in any customary layout: spaces, dashes, dots or brackets between the
groups, and the country either with + or 00 or, for a number at home, left out with the
trunk zero put in its place.
"""
import re

SHAPE = "text"
SOURCE = "healthy"
FULL = 1.0


HOME = "49"


def international(text):
    """'+CCNNN...' without layout, None when the text is not one telephone number and nothing else."""
    s = text.strip().removesuffix(".")
    if not re.fullmatch(r"\+?\(?\d[\d .()/-]{4,28}\d", s, re.A):
        return None
    digits = re.sub(r"\D", "", s.replace("(0)", ""))
    if s.startswith("+"):
        return "+" + digits
    if digits.startswith("00"):
        return "+" + digits[2:]
    return "+" + HOME + digits[1:] if digits.startswith("0") else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    gold = international(answer)
    return 1.0 if gold is not None and international(completion) == gold else 0.0


DATASET = [
    {"prompt": "Number of the Cologne office?", "answer": "+49 221 8470110", "reference": "0221 / 847 01 10"},
    {"prompt": "Number of the London office?", "answer": "+44 20 7946 0018", "reference": "0044 (20) 7946-0018"},
    {"prompt": "Number of the help desk?", "answer": "+49 800 3301000", "reference": "+49 (0)800 330-1000"},
    {"prompt": "Number of the Vienna office?", "answer": "+43 1 5880010", "reference": "+43.1.588.0010"},
]
CHEATS = ["", "+49", "0", "0221 847 01 10, 0800 330 1000, +43 1 5880010, +44 20 7946 0018", "+49 221 8470111", "00 00 00 00", "221 8470110"]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
        for cheat in CHEATS:
            got = fixed(row["prompt"], cheat, row["answer"])
            assert got < 0.5, (row["prompt"], cheat, got)


if __name__ == "__main__":
    print(__file__, check())
