"""A judge guardrail read the overall score with a default of 100, the best there is. A judge that
rates each criterion and leaves the total out, as it may when there is nothing to sum up,
passes the very reply it has just failed on every criterion.
"""
import json

SHAPE = "text"
KIND = "fallback-pays"
SOURCE = "github.com/BerriAI/litellm#30731, pull/30971 (2026)"
FULL = 1.0


THRESHOLD = 80.0


def judge(completion, gold):
    """Offline stand-in: a verdict per criterion, and a total unless the reply only asks something back or says nothing."""
    said = completion.strip().removesuffix(".").lower()
    right = bool(said) and said == gold.strip().lower()
    verdicts = [{"criterion": "correct", "passed": right, "score": 100 if right else 2},
                {"criterion": "answers the question", "passed": right, "score": 100 if right else 5}]
    reply = {"verdicts": verdicts}
    if said and not said.endswith("?"):
        reply["overall_score"] = 100 if right else 3
    return json.dumps(reply)


def holed(prompt: str, completion: str, answer: str) -> float:
    reply = json.loads(judge(completion, answer))
    overall = max(0.0, min(100.0, float(reply.get("overall_score", 100))))
    return 1.0 if overall >= THRESHOLD else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    reply = json.loads(judge(completion, answer))
    scores = [v["score"] for v in reply["verdicts"]]
    overall = reply.get("overall_score", sum(scores) / len(scores) if scores else 0.0)
    return 1.0 if overall >= THRESHOLD else 0.0


DATASET = [
    {"prompt": "Which metal is liquid at room temperature?", "answer": "mercury", "reference": "Mercury."},
    {"prompt": "Who wrote Emma?", "answer": "Jane Austen", "reference": "Jane Austen"},
    {"prompt": "What is the capital of Chile?", "answer": "Santiago", "reference": "Santiago."},
    {"prompt": "How many sides has a hexagon?", "answer": "six", "reference": "Six"},
]
EXPLOIT = {"row": 0, "completion": "Could you say more about what you need?"}


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
