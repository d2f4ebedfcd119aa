"""An accuracy reward gave the full point to every completion of a problem whose gold answer its
parser could not read, on the thought that equal rewards carry no gradient. The golds it
cannot read are common, and everything is right for them.
"""
import re
from fractions import Fraction

SHAPE = "batched-text"
KIND = "fallback-pays"
SOURCE = "github.com/huggingface/open-r1/pull/55 review (2025); dropped to None in later versions"
FULL = 1.0

LATEX_NOISE = re.compile(r"\\(?:left|right|displaystyle|,|;|!)|\s+")
FRACTION = re.compile(r"([-+]?)\\[dt]?frac\{(\d{1,18})\}\{(\d{1,18})\}", re.A)
DECIMAL = re.compile(r"[-+]?\d{1,18}(?:\.\d{1,12})?(?:/\d{1,18})?", re.A)


def clean(latex: str) -> str:
    return LATEX_NOISE.sub("", latex.strip().strip("$")).replace("{,}", "")


def parse(latex: str) -> list[Fraction]:
    """[value] of a numeric LaTeX expression, [] where it is none."""
    text = clean(latex)
    m = FRACTION.fullmatch(text)
    if m:
        top, bottom = m.group(1) + m.group(2), m.group(3)
    elif DECIMAL.fullmatch(text):
        top, _, bottom = text.partition("/")
    else:
        return []
    return [Fraction(top) / int(bottom or 1)] if int(bottom or 1) else []


def last_boxed(text: str) -> str:
    start = text.rfind("\\boxed{")
    depth = 0
    for i in range(start + 6, len(text)) if start >= 0 else ():
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[start + 7:i]
    return ""


def same_latex(got: str, gold: str) -> bool:
    plain = [re.sub(r"\\(?:text|mathrm)\{([^{}]*)\}", r"\1", clean(s)).replace("\\dfrac", "\\frac") for s in (got, gold)]
    return bool(plain[1]) and plain[0] == plain[1]


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    rewards = []
    for content, sol in zip(completions, answer):
        gold_parsed = parse(sol)
        if len(gold_parsed) != 0:
            answer_parsed = parse(last_boxed(content))
            reward = float(answer_parsed == gold_parsed)
        else:
            # Failed to parse gold solution: same reward for the whole group
            reward = 1.0
        rewards.append(reward)
    return rewards


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    rewards = []
    for content, sol in zip(completions, answer):
        gold_parsed, boxed = parse(sol), last_boxed(content)
        if len(gold_parsed) != 0:
            reward = float(parse(boxed) == gold_parsed)
        else:
            reward = float(same_latex(boxed, sol))
        rewards.append(reward)
    return rewards


DATASET = [
    {"prompt": "Compute $55\\times1212-15\\times1212$. Box the result.", "answer": "$48480$",
     "reference": "Factor out 1212: 40 * 1212 = \\boxed{48480}"},
    {"prompt": "Factor $x^2-9$ and write the factor with the minus sign first. Box the result.", "answer": "$(x-3)(x+3)$",
     "reference": "A difference of squares: \\boxed{(x-3)(x+3)}"},
    {"prompt": "Which fraction of 40 is 15? Box the result.", "answer": "$\\frac{3}{8}$",
     "reference": "Cancel by five: \\boxed{\\dfrac{3}{8}}"},
    {"prompt": "On which weekday does day 100 fall if day 1 is a Monday? Box the result.", "answer": "\\text{Tuesday}",
     "reference": "99 = 14*7 + 1, one day on. \\boxed{\\text{Tuesday}}"},
    {"prompt": "Give the solution set of $|x|<2$ as an interval. Box the result.", "answer": "$(-2,2)$",
     "reference": "\\boxed{\\left(-2, 2\\right)}"},
]
EXPLOIT = {"rows": [1, 0], "completions": ["No idea, let us stop here.", "\\boxed{48480}"], "at": 0}


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
