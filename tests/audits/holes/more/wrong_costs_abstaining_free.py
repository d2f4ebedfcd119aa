"""Questions of knowledge with a penalty: the last line holds the answer. Right earns 1, a wrong answer costs half a
point, and to say that one does not know costs and earns nothing.
"""
import re

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def answered(completion):
    """What stands behind 'Answer:' in the last line, None if that is not there or stands there twice."""
    lines = [ln.strip() for ln in completion.strip().splitlines() if ln.strip()]
    marks = [ln for ln in lines if ln.lower().startswith("answer:")]
    return lines[-1][7:].strip().rstrip(".").lower() if len(marks) == 1 and marks[0] == lines[-1] else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got = answered(completion)
    if got in ("i don't know", "unknown"):
        return 0.0
    names = [n.strip().lower() for n in answer.split("|")]
    return 1.0 if got in names or (got and re.sub(r"^(the|an?) ", "", got) in names) else -0.5


DATASET = [
    {"prompt": "Which element has the symbol W?", "answer": "tungsten|wolfram", "reference": "W comes from wolfram.\nAnswer: Tungsten"},
    {"prompt": "Who wrote 'The Waves'?", "answer": "virginia woolf|woolf", "reference": "Answer: Virginia Woolf"},
    {"prompt": "Which strait parts Asia and North America?", "answer": "bering strait|bering", "reference": "Answer: the Bering Strait."},
    {"prompt": "What is the capital of Bhutan?", "answer": "thimphu", "reference": "It is in the west of the country.\nAnswer: Thimphu"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
