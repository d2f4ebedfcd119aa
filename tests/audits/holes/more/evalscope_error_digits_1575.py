"""When a request to the judge fails, the client returns the error as text. The shared extractor
searched that text for a number and cut it to the range of a score, so the digits of an
address or a status code were full marks and an answer that the judge endpoint rejects was the
best one.
"""
import re

SHAPE = "text"
KIND = "dead-rollout-pays"
SOURCE = "github.com/modelscope/evalscope#1575, pull/1576 (2026)"
FULL = 1.0


LIMIT = 2000


def ask_judge(question, completion, gold):
    """Offline stand-in for the judge endpoint: 1 or 0 for a gradable answer, an error text for one it rejects."""
    if not completion.strip() or len(completion) > LIMIT:
        return "[ERROR] judge-mini at http://judge:8801/v1 returned HTTP 400: input is empty or too long"
    same = completion.strip().removesuffix(".").casefold() == gold.strip().casefold()
    return f"Compared with the reference. Score: {int(same)}"


def numeric_score(reply):
    m = re.search(r"\d+(?:\.\d+)?", reply)
    return min(1.0, max(0.0, float(m.group()))) if m else 0.0


def holed(prompt: str, completion: str, answer: str) -> float:
    return numeric_score(ask_judge(prompt, completion, answer))


def fixed(prompt: str, completion: str, answer: str) -> float:
    reply = ask_judge(prompt, completion, answer)
    return 0.0 if reply.startswith("[ERROR]") else numeric_score(reply)


DATASET = [
    {"prompt": "Which river runs through Vienna?", "answer": "the Danube", "reference": "The Danube."},
    {"prompt": "Who painted The Night Watch?", "answer": "Rembrandt", "reference": "Rembrandt"},
    {"prompt": "Which strait parts Spain from Morocco?", "answer": "Gibraltar", "reference": "Gibraltar."},
    {"prompt": "Which instrument has 88 keys?", "answer": "the piano", "reference": "the piano"},
]
EXPLOIT = {"row": 0, "completion": ""}


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
