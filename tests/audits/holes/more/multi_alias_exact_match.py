"""Open questions with several accepted answers: right when the normalised reply equals one of the
aliases. Articles and punctuation are dropped, unless nothing would be left.
"""
import json
import re
import string

SHAPE = "batched-text"
KIND = "healthy"
FULL = 1.0

PUNCT = str.maketrans("", "", string.punctuation)


def normalize_answer(text: str) -> str:
    text = text.lower().strip()
    bare = re.sub(r"\b(?:a|an|the)\b", " ", text.translate(PUNCT))
    return " ".join(bare.split()) or " ".join(text.split())


def final_answer(completion: str) -> str:
    """Text after the last 'Answer:', or the whole of a one-line reply."""
    head, mark, tail = completion.rpartition("Answer:")
    text = tail if mark else completion
    return text.strip() if "\n" not in text.strip() else ""


def healthy(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    rewards = []
    for completion, golds in zip(completions, answer):
        said = normalize_answer(final_answer(completion))
        accepted = {normalize_answer(g) for g in json.loads(golds)}
        rewards.append(1.0 if said and said in accepted else 0.0)
    return rewards


DATASET = [
    {"prompt": "Which city was formerly called Constantinople? Short answer.", "answer": '["Istanbul"]', "reference": "Istanbul."},
    {"prompt": "Who wrote under the name George Eliot? Short answer.",
     "answer": '["Mary Ann Evans", "Marian Evans", "Mary Anne Evans"]', "reference": "An English novelist.\nAnswer: Mary Anne Evans"},
    {"prompt": "Which country lies between Belgium and Spain? Short answer.",
     "answer": '["France", "French Republic"]', "reference": "Answer: the French Republic"},
    {"prompt": "What is the largest planet? Short answer.", "answer": '["Jupiter", "planet Jupiter"]', "reference": "Jupiter"},
    {"prompt": "Which vitamin does carrots' beta-carotene become? Short answer.", "answer": '["vitamin A", "A", "retinol"]',
     "reference": "Answer: A"},
]


def check():
    got = healthy([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET],
                  [r["answer"] for r in DATASET])
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got


fixed = healthy
