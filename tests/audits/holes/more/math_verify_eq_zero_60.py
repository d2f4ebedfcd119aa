"""An answer parser that could not read a bare equation fell back to the last number in it. Lines
in general form all end in "= 0", so every such equation was read as 0 and equalled every
other. The repair reads a line as its coefficients up to a factor.
"""
import re
from fractions import Fraction

SHAPE = "batched-text"
KIND = "lossy-parse"
SOURCE = "github.com/huggingface/Math-Verify#60 (2025); cf. Math-Verify#14"
FULL = 1.0

ANSWER = re.compile(r"^(?:Final )?Answer: *(.+?)\.?\s*$", re.M | re.I)
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+|/[1-9]\d*)?")
TERM = re.compile(r"([-+])(\d+(?:\.\d+|/[1-9]\d*)?)?\*?([xy])?(?:/([1-9]\d*))?")


def final_answer(completion):
    found = ANSWER.findall(completion)
    found = [re.sub(r"\\[dt]?frac\{(\d+)\}\{(\d+)\}", r"\1/\2", f) for f in found]
    return found[-1].strip().strip("$").replace("\u2212", "-") if found else ""


def parse_expr(text):
    """A number, or the last number the expression extractor can find in it."""
    numbers = NUMBER.findall(text.replace(" ", ""))
    return Fraction(numbers[-1]) if numbers else None


def verify_numbers(gold, pred):
    gold_value, pred_value = parse_expr(gold), parse_expr(pred)
    return gold_value is not None and gold_value == pred_value


def linear(side):
    """[coefficient of x, of y, constant] of 'side', None if it is not linear."""
    side, out, pos = side if side[:1] in "+-" else "+" + side, [Fraction(0)] * 3, 0
    while pos < len(side):
        m = TERM.match(side, pos)
        if not m or not (m.group(2) or m.group(3)):
            return None
        size = Fraction(m.group(2) or 1) / int(m.group(4) or 1)
        out["xy".index(m.group(3)) if m.group(3) else 2] += size if m.group(1) == "+" else -size
        pos = m.end()
    return out


def reading(text):
    """('number', value) or ('line', scaled coefficients) or None."""
    text = text.replace(" ", "")
    if NUMBER.fullmatch(text):
        return "number", Fraction(text)
    sides = [linear(s) if s else None for s in text.split("=")]
    if len(sides) != 2 or None in sides:
        return None
    coeffs = [a - b for a, b in zip(*sides)]
    lead = coeffs[0] or coeffs[1]
    return ("line", tuple(c / lead for c in coeffs)) if lead else None


def verify_readings(gold, pred):
    gold_reading = reading(gold)
    return gold_reading is not None and gold_reading == reading(pred)


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return [1.0 if verify_numbers(gold, final_answer(c)) else 0.0 for c, gold in zip(completions, answer)]


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return [1.0 if verify_readings(gold, final_answer(c)) else 0.0 for c, gold in zip(completions, answer, strict=True)]


HOW = " End with a line 'Answer: ...' in the form ax + by + c = 0."
DATASET = [
    {"prompt": "Line through (0, 13) with slope 3." + HOW, "answer": "3x - y + 13 = 0", "reference": "y = 3x + 13.\nAnswer: 3x - y + 13 = 0"},
    {"prompt": "Line through (2, 0) and (0, 4)." + HOW, "answer": "2x + y - 4 = 0", "reference": "Answer: 2*x + y - 4 = 0"},
    {"prompt": "What is the slope of 6x - 4y = 9? End with a line 'Answer: <number>'.", "answer": "3/2",
     "reference": "4y = 6x - 9.\nAnswer: 3/2"},
    {"prompt": "Line parallel to the y-axis through (-5, 1)." + HOW, "answer": "x + 5 = 0", "reference": "Answer: x + 5 = 0."},
]
EXPLOIT = {"rows": [0, 1], "completions": ["Answer: x + 4y + 14 = 0", "Answer: 2x + y - 4 = 0"], "at": 0}


def check():
    cols = ([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET],
            [r["answer"] for r in DATASET])
    for fn in (holed, fixed):
        got = fn(*cols)
        assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), (fn.__name__, got)
    rows = [DATASET[i] for i in EXPLOIT["rows"]]
    prompts, answers = [r["prompt"] for r in rows], [r["answer"] for r in rows]
    paid = holed(prompts, EXPLOIT["completions"], answers)[EXPLOIT["at"]]
    owed = fixed(prompts, EXPLOIT["completions"], answers)[EXPLOIT["at"]]
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
