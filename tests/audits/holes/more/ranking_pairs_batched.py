"""Ranking reward: share of the pairs in the right order, rescaled so that chance is zero, and only
for a full permutation of the given items. Batched.
"""
import re
from itertools import combinations

SHAPE = "batched-text"
FULL = 1.0


def ranking(completion):
    """Labels of a line like 'B > A > C', None if the completion is not just that."""
    m = re.fullmatch(r"(?:Ranking:\s*)?([A-Z](?:\s*>\s*[A-Z])+)\.?", completion.strip())
    return re.split(r"\s*>\s*", m.group(1)) if m else None


def agreement(got, gold):
    """Kendall's tau: 1 for the same order, -1 for the reverse."""
    at = {label: i for i, label in enumerate(got)}
    pairs = list(combinations(gold, 2))
    return sum(1 if at[a] < at[b] else -1 for a, b in pairs) / len(pairs)


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    rewards = []
    for comp, key in zip(completions, answer, strict=True):
        got, gold = ranking(comp), ranking(key)
        ok = got is not None and len(got) == len(gold) and set(got) == set(gold)
        rewards.append(max(0.0, agreement(got, gold)) if ok else 0.0)
    return rewards


DATASET = [
    {"prompt": "Rank by population, largest first: A) Malta B) India C) Chile", "answer": "B > C > A", "reference": "B > C > A"},
    {"prompt": "Rank by boiling point, highest first: A) water B) iron C) ethanol D) lead", "answer": "B > D > A > C",
     "reference": "Ranking: B > D > A > C"},
    {"prompt": "Rank by date, earliest first: A) printing press B) radio C) steam engine D) paper", "answer": "D > A > C > B",
     "reference": "D > A > C > B."},
    {"prompt": "Rank by length, longest first: A) Rhine B) Nile C) Thames D) Danube", "answer": "B > D > A > C", "reference": "B > D > A > C"},
]
WRONG = [(0, ""), (0, "A > C > B"), (1, "B"), (1, "B > B > B > B"), (2, "B > C > A > D"), (3, "B > D > A"), (3, "I would say B first.")]


def check():
    got = fixed(*[[r[k] for r in DATASET] for k in ("prompt", "reference", "answer")])
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got
    low = [fixed([DATASET[i]["prompt"]], [text], [DATASET[i]["answer"]])[0] for i, text in WRONG]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
