"""Boxed LaTeX answers, compared after the usual clean-up (dfrac, left and right, units in text, degree
signs, thousands) and, where both sides are numbers, by exact value.
"""
import re
from fractions import Fraction

SHAPE = "batched-text"
KIND = "healthy"
FULL = 1.0

DROP = re.compile(r"\\(?:left|right|displaystyle|,|;|!|\s)|\^\{?\\circ\}?|\$|\s+")
NUMBER = re.compile(r"[-+]?\d{1,18}(?:\.\d{1,12})?", re.A)
FRAC = re.compile(r"([-+]?)\\frac\{(\d{1,18})\}\{(\d{1,18})\}", re.A)
SLASH = re.compile(r"([-+]?)(\d{1,18})/(\d{1,18})", re.A)


def last_boxed(text: str):
    """Inside of the last \\boxed{...}, None if it is missing or never closed."""
    start = text.rfind("\\boxed{")
    if start < 0:
        return None
    depth = 1
    for i in range(start + 7, len(text)):
        depth += (text[i] == "{") - (text[i] == "}")
        if depth == 0:
            return text[start + 7:i]
    return None


UNIT = re.compile(r"\\(?:text|mathrm)\{\s*([a-z]+)\s*\}(?:\^\{?([23])\}?)?$")


def strip_unit(text: str, prompt: str) -> str:
    """Without a unit in text mode at the end, provided the prompt asks for that unit."""
    text = text.strip().strip("$")
    m = UNIT.search(text)
    if not m:
        return text
    unit = m.group(1) + (f"^{m.group(2)}" if m.group(2) else "")
    asked = re.search(r"\bin ([a-z]+(?:\^[23])?)(?![\w^])", prompt)
    return text[:m.start()] if asked and asked.group(1) == unit else text


def strip_string(text: str) -> str:
    text = text.replace("\\dfrac", "\\frac").replace("\\tfrac", "\\frac").replace("{,}", "")
    text = text.strip().strip("$")
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    text = re.sub(r"\\frac(\d)(\d)", r"\\frac{\1}{\2}", text)
    return DROP.sub("", text).rstrip(".")


def value(text: str):
    m = FRAC.fullmatch(text) or SLASH.fullmatch(text)
    if m:
        return Fraction(int(m.group(1) + m.group(2)), int(m.group(3))) if int(m.group(3)) else None
    return Fraction(text) if NUMBER.fullmatch(text) else None


def is_equiv(got, gold: str) -> bool:
    if got is None:
        return False
    a, b = strip_string(got), strip_string(gold)
    if not a:
        return False
    va, vb = value(a), value(b)
    return va == vb if va is not None and vb is not None else a == b


def healthy(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    rewards = []
    for prompt, content, gold in zip(prompts, completions, answer):
        boxed = last_boxed(content)
        if boxed is not None:
            boxed = strip_unit(boxed, prompt)
        rewards.append(1.0 if is_equiv(boxed, gold) else 0.0)
    return rewards


DATASET = [
    {"prompt": "What is the area of a triangle with base 3 and height 5, in cm^2? Use \\boxed{}.", "answer": "\\frac{15}{2}",
     "reference": "Half of 15: $\\boxed{7.5\\text{ cm}^2}$"},
    {"prompt": "Give the vertex of y = (x-1)^2 + 4. Use \\boxed{}.", "answer": "(1,4)",
     "reference": "\\boxed{\\left( 1, 4 \\right)}"},
    {"prompt": "How large is an inner angle of a regular pentagon in degrees? Use \\boxed{}.", "answer": "108",
     "reference": "540/5 = \\boxed{108^\\circ}"},
    {"prompt": "Simplify \\sqrt{72}. Use \\boxed{}.", "answer": "6\\sqrt{2}", "reference": "36*2, so \\boxed{6\\sqrt{2}}"},
    {"prompt": "What is 2500 times 5? Use \\boxed{}.", "answer": "12500", "reference": "\\boxed{12{,}500}"},
]


def check():
    got = healthy([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET],
                  [r["answer"] for r in DATASET])
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got


fixed = healthy
