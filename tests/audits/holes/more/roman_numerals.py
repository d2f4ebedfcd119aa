"""Conversion to Roman numerals. The numeral must be canonical: IIII and IM are not accepted, lower
case is. A wrong numeral costs half a point, no numeral costs nothing.
"""
import re

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

WRONG, ABSTAINED = -0.5, 0.0
PAIRS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"),
         (5, "V"), (4, "IV"), (1, "I")]


def to_roman(number):
    out = ""
    for size, glyphs in PAIRS:
        times, number = divmod(number, size)
        out += glyphs * times
    return out


def fixed(prompt: str, completion: str, answer: str) -> float:
    lines = [line for line in completion.strip().splitlines() if line.strip()]
    last = lines[-1].strip().strip("*`.\"' ") if lines else ""
    said = re.fullmatch(r"(?:(?:\d+ )?= ?|answer: )?([MDCLXVI]+)", last, re.I)
    if not said:
        return ABSTAINED
    return FULL if said.group(1).upper() == to_roman(int(answer)) else WRONG


HOW = " in Roman numerals. Put the numeral alone on the last line, or write 'skip'."
DATASET = [
    {"prompt": "Write 1994" + HOW, "answer": "1994", "reference": "M + CM + XC + IV\nMCMXCIV"},
    {"prompt": "Write 48" + HOW, "answer": "48", "reference": "xlviii"},
    {"prompt": "Write 2026" + HOW, "answer": "2026", "reference": "Answer: MMXXVI"},
    {"prompt": "Write 449" + HOW, "answer": "449", "reference": "CD, XL and IX\n`CDXLIX`"},
]


def check():
    if SHAPE == "text":
        got = [fixed(r["prompt"], r["reference"], r["answer"]) for r in DATASET]
    else:
        got = fixed([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET], [r["answer"] for r in DATASET])
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got
    return got


if __name__ == "__main__":
    print(__file__, check())
