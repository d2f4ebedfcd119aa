"""A batch verifier appended a sample's score, then read the first extracted answer. When nothing
was extracted that read raised, and the handler appended a second score for the same sample.
Every later reward moved one slot: a wrong sample is paid with its neighbour's point. (The
caller fills its reward tensor with the first n entries.)
"""
import re
from fractions import Fraction

SHAPE = "batched-text"
KIND = "batch-coupling"
SOURCE = "github.com/NVIDIA-NeMo/RL/pull/3635 merged (2026)"
FULL = 1.0

BOXED = re.compile(r"\\boxed\{([^{}]*)\}")
FRAC = re.compile(r"\\[dt]?frac\{(\d+)\}\{(\d+)\}")
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+|/[1-9]\d*)?")


def extract(response):
    """The predictions in a response, the deciding one first: the last box, [] if there is none."""
    response = FRAC.sub(r"\1/\2", response)
    return [b.strip().replace("$", "").replace(",", "") for b in reversed(BOXED.findall(response))]


def value(text):
    return Fraction(text) if NUMBER.fullmatch(text) else None


def verify_func(ground_truth, predictions):
    """Score and predictions, like a metric of the verify library."""
    want = value(ground_truth)
    score = 1.0 if predictions and want is not None and value(predictions[0]) == want else 0.0
    return score, predictions


class HFVerifyWorker:
    def verify(self, responses, ground_truths):
        results, extracted_answers = [], []
        for response, ground_truth in zip(responses, ground_truths):
            try:
                ret_score, extracted = verify_func(ground_truth, extract(response))
                results.append(float(ret_score))
                extracted_answers.append(extracted[0])
            except Exception:
                results.append(0.0)
                extracted_answers.append(None)
        return results, extracted_answers


class RepairedVerifyWorker:
    def verify(self, responses, ground_truths):
        results, extracted_answers = [], []
        for response, ground_truth in zip(responses, ground_truths, strict=True):
            try:
                ret_score, extracted = verify_func(ground_truth, extract(response))
                outcome = float(ret_score), extracted[0] if extracted else None
            except Exception:
                outcome = 0.0, None
            results.append(outcome[0])
            extracted_answers.append(outcome[1])
        return results, extracted_answers


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    results, _ = HFVerifyWorker().verify(completions, answer)
    return results[:len(completions)]


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    results, _ = RepairedVerifyWorker().verify(completions, answer)
    return results


HOW = " Put the final number in \\boxed{}."
DATASET = [
    {"prompt": "How many primes are below 30?" + HOW, "answer": "10", "reference": "2, 3, 5, 7, 11, 13, 17, 19, 23, 29: \\boxed{10}"},
    {"prompt": "What is 12% of 250?" + HOW, "answer": "30", "reference": "0.12 * 250 = \\boxed{30}"},
    {"prompt": "Two dice: chance of a sum of 7?" + HOW, "answer": "1/6", "reference": "6 of 36, so \\boxed{1/6}."},
    {"prompt": "Solve 4x + 6 = 1." + HOW, "answer": "-1.25", "reference": "4x = -5, x = \\boxed{-5/4}"},
    {"prompt": "How many minutes has a week?" + HOW, "answer": "10080", "reference": "7 * 24 * 60 = \\boxed{10,080}"},
]
EXPLOIT = {"rows": [0, 1, 2], "completions": ["I don't know.", "\\boxed{30}", "Surely \\boxed{999}"], "at": 2}


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
