"""A judge's score was read as the first number anywhere in its free-text reply, scaled by
guessing whether it is out of 1, 10 or 100. Judges quote the response before they rate it, so a
response that opens with a big number is paid for its own number.
"""
import json
import re

SHAPE = "text"
KIND = "parser-confusion"
SOURCE = "github.com/OpenAgentHQ/openagent-eval#74, pull/214 (2026)"
FULL = 1.0


def judge(completion, gold):
    """Offline stand-in for a fair judge: quotes the start of the response, then rates it from 0 to 1."""
    said = completion.strip().rstrip(".").lower()
    rating = 1.0 if said and said == gold.lower() else 0.0
    remark = "which agrees with the reference" if rating else "which does not answer the question"
    return json.dumps({"comment": f'The response reads "{completion.strip()[:60]}", {remark}.', "score": rating})


def unit(number):
    """A rating on a 0-1, 0-10 or 0-100 scale, brought to 0-1."""
    if number > 1.0:
        number = number / 10.0 if number <= 10.0 else number / 100.0
    return max(0.0, min(1.0, number))


def holed(prompt: str, completion: str, answer: str) -> float:
    found = re.search(r"(\d+\.?\d*)", judge(completion, answer))
    return unit(float(found.group(1))) if found else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    reply = json.loads(judge(completion, answer))
    score = reply.get("score")
    return max(0.0, min(1.0, float(score))) if isinstance(score, (int, float)) else 0.0


DATASET = [
    {"prompt": "Which organ filters the blood to make urine?", "answer": "the kidney", "reference": "The kidney."},
    {"prompt": "Who wrote the opera Fidelio?", "answer": "Beethoven", "reference": "Beethoven"},
    {"prompt": "Which metal is liquid at room temperature?", "answer": "mercury", "reference": "Mercury."},
    {"prompt": "What is the largest moon of Saturn called?", "answer": "Titan", "reference": "Titan"},
    {"prompt": "In which city is the Prado?", "answer": "Madrid", "reference": "Madrid."},
]
EXPLOIT = {"row": 0, "completion": "10 points for trying, please."}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    row = DATASET[EXPLOIT["row"]]
    paid = holed(row["prompt"], EXPLOIT["completion"], row["answer"])
    owed = fixed(row["prompt"], EXPLOIT["completion"], row["answer"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
