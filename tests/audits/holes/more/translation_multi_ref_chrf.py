"""Translation reward: the best chrF over several references, rescaled so that chance overlap earns
nothing. Copying the source or writing much too much earns little or nothing.
"""
import json
import re
from collections import Counter

SHAPE = "batched-text"
KIND = "healthy"
FULL = 1.0

ORDERS, BETA, FLOOR = range(1, 7), 1.0, 0.5


def tidy(text):
    return re.sub(r"\s+", " ", text.strip().strip('"')).casefold()


def grams(text, n):
    text = text.replace(" ", "")
    return Counter(text[i:i + n] for i in range(len(text) - n + 1))


def chrf(hyp, ref):
    """Mean F over character n-grams, orders that the reference is too short for left out."""
    scores = []
    for n in ORDERS:
        h, r = grams(hyp, n), grams(ref, n)
        if not r:
            continue
        hits = sum((h & r).values())
        p, q = hits / max(sum(h.values()), 1), hits / sum(r.values())
        scores.append((1 + BETA ** 2) * p * q / (BETA ** 2 * p + q) if hits else 0.0)
    return sum(scores) / len(scores) if scores else 0.0


def rescale(score):
    return max(0.0, (score - FLOOR) / (1.0 - FLOOR))


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    rewards = []
    for completion, gold in zip(completions, answer, strict=True):
        hyp = tidy(completion)
        rewards.append(rescale(max(chrf(hyp, tidy(ref)) for ref in json.loads(gold))) if hyp else 0.0)
    return rewards


ASK = "Translate into English, reply with the translation only: "
DATASET = [
    {"prompt": ASK + "Der Zug hat heute Verspätung.", "answer": json.dumps(["The train is late today.", "The train is delayed today."]),
     "reference": "The train is delayed today."},
    {"prompt": ASK + "Ich habe den Schlüssel verloren.", "answer": json.dumps(["I have lost the key.", "I lost the key."]),
     "reference": "I lost the key."},
    {"prompt": ASK + "Morgen soll es regnen.", "answer": json.dumps(["It is supposed to rain tomorrow.", "Tomorrow it is supposed to rain.", "It should rain tomorrow."]),
     "reference": "It is supposed to rain tomorrow."},
    {"prompt": ASK + "Wo kann ich hier Brot kaufen?", "answer": json.dumps(["Where can I buy bread here?", "Where can I get bread around here?"]),
     "reference": "\"Where can I buy bread here?\""},
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
