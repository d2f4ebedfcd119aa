"""A length reward on a cosine schedule has one branch for right and one for wrong answers, but the
accuracy it branches on was left set to one. Every answer takes the branch of the right
ones, and a short wrong one is worth more than a long right one.
"""
import math
import re

SHAPE = "batched-text"
KIND = "missing-check"
SOURCE = "github.com/om-ai-lab/VLM-R1#296 (2025)"
FULL = 1.0

VALUE_WRONG = 0.0
MIN_VALUE_CORRECT, MAX_VALUE_CORRECT = 0.5, 1.0
FREE_WORDS, MAX_WORDS = 60, 400


def extract_choice(content: str):
    """Option letter in the last answer tag, None without one."""
    found = re.findall(r"<answer>\s*([^<]*?)\s*</answer>", content)
    m = re.fullmatch(r"\(?([A-F])\)?\.?", found[-1]) if found else None
    return m.group(1) if m else None


def mcq_reward(content: str, sol: str) -> float:
    return 1.0 if extract_choice(content) == sol.strip() else 0.0


def schedule(n_words: int, acc_reward: float) -> float:
    """Right: 1.0 up to FREE_WORDS, falling to 0.5 at MAX_WORDS. Wrong: nothing at any length."""
    if acc_reward < 0.5:
        return VALUE_WRONG
    progress = min(max(n_words - FREE_WORDS, 0) / (MAX_WORDS - FREE_WORDS), 1.0)
    cosine = math.cos(progress * math.pi)
    return MIN_VALUE_CORRECT + 0.5 * (MAX_VALUE_CORRECT - MIN_VALUE_CORRECT) * (1.0 + cosine)


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    rewards = []
    for content, sol in zip(completions, answer):
        acc_reward = 1.0
        rewards.append(schedule(len(content.split()), acc_reward))
    return rewards


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    rewards = []
    for content, sol in zip(completions, answer):
        acc_reward = mcq_reward(content, sol)
        rewards.append(schedule(len(content.split()), acc_reward))
    return rewards


DATASET = [
    {"prompt": "Which way does the arrow in the picture point? (A) up (B) left (C) down", "answer": "B",
     "reference": "<think>The tip is at the left edge.</think><answer>B</answer>"},
    {"prompt": "How many chairs are at the table? (A) two (B) three (C) four (D) five", "answer": "C",
     "reference": "<think>One on each side.</think>\n<answer>(C)</answer>"},
    {"prompt": "What is the man holding? (A) an umbrella (B) a kite", "answer": "A",
     "reference": "<think>A handle and a canopy, and it rains.</think><answer>A.</answer>"},
    {"prompt": "Which line in the chart ends highest? (A) red (B) blue (C) green (D) grey", "answer": "D",
     "reference": "<answer>D</answer>"},
]
EXPLOIT = {"rows": [0, 2], "completions": ["hm", "<think>rain</think><answer>A</answer>"], "at": 0}


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
