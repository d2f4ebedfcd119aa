"""Self-rewarded training takes the most frequent answer among the samples of a prompt as the label
and pays agreement with it. A policy that writes one fixed string every time agrees with
itself perfectly; the reward rises while accuracy collapses.
"""
import re
from collections import Counter, defaultdict

SHAPE = "batched-text"
KIND = "self-agreement"
SOURCE = "arxiv.org/abs/2505.21444 (2025), as noted in AkihikoWatanabe/paper_notes#2003; cf. PRIME-RL/TTRL"
FULL = 1.0


def extract(completion: str):
    """Content of the last box, blanks removed; None when there is no box."""
    found = re.findall(r"\\boxed\{([^{}]*)\}", completion)
    inner = "".join(found[-1].split()) if found else ""
    return inner or None


def by_prompt(prompts: list[str]) -> dict[str, list[int]]:
    """Positions of the samples of every prompt."""
    groups = defaultdict(list)
    for i, prompt in enumerate(prompts):
        groups[prompt].append(i)
    return groups


def pseudo_labels(prompts: list[str], predictions: list) -> list:
    """The consensus of the sample's group, for every sample; ties go to the earliest."""
    labels = [None] * len(prompts)
    for members in by_prompt(prompts).values():
        votes = Counter(predictions[i] for i in members if predictions[i] is not None)
        label = votes.most_common(1)[0][0] if votes else None
        for i in members:
            labels[i] = label
    return labels


def agree(prediction, label) -> float:
    return 1.0 if prediction is not None and prediction == label else 0.0


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    predictions = [extract(c) for c in completions]
    labels = pseudo_labels(prompts, predictions)
    return [agree(p, label) for p, label in zip(predictions, labels)]


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    predictions = [extract(c) for c in completions]
    labels = ["".join(a.split()) for a in answer]
    return [agree(p, label) for p, label in zip(predictions, labels)]


DATASET = [
    {"prompt": "How many diagonals has a hexagon? Box the number.", "answer": "9", "reference": "6*3/2 = \\boxed{9}"},
    {"prompt": "What is the remainder of 2^10 by 7? Box the number.", "answer": "2", "reference": "1024 = 146*7 + 2, so \\boxed{2}"},
    {"prompt": "How many trailing zeros has 25!? Box the number.", "answer": "6", "reference": "5 + 1 = \\boxed{ 6 }"},
    {"prompt": "What is the sum of the first 20 odd numbers? Box the number.", "answer": "400", "reference": "20 squared. \\boxed{400}"},
]
EXPLOIT = {"rows": [0, 0, 0, 1], "completions": ["\\boxed{1}", "\\boxed{1}", "I guess \\boxed{1}", "\\boxed{2}"], "at": 0}


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
