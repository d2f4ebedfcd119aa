"""A negated assertion was computed by turning the grader's verdict round, failures included. When
the grader could not be run at all it reported a failed check, and the negation made a pass
of it, so whatever knocks the grader over satisfies "must not".
"""
import json

SHAPE = "text"
KIND = "fallback-pays"
SOURCE = "github.com/promptfoo/promptfoo/pull/10904 (2026)"
FULL = 1.0


ROOM = 400   # characters the grader can take in


def grader(completion, gold):
    """Offline stand-in for a grader asked whether the text has a mistake in it; raises when the text is too long for it."""
    if len(completion) > ROOM:
        raise ValueError("context length exceeded")
    said = completion.strip().removesuffix(".").lower()
    return json.dumps({"pass": not said or said != gold.strip().lower()})


def mistaken(completion, gold):
    """The assertion 'has a mistake' as the framework keeps it: passed or not, and whether the grader failed."""
    try:
        verdict = json.loads(grader(completion, gold)).get("pass")
    except ValueError:
        verdict = None
    return {"pass": verdict is True, "grader_failed": not isinstance(verdict, bool)}


def holed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if not mistaken(completion, answer)["pass"] else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    result = mistaken(completion, answer)
    return 1.0 if not result["grader_failed"] and not result["pass"] else 0.0


DATASET = [
    {"prompt": "In which year did the Berlin Wall fall?", "answer": "1989", "reference": "1989"},
    {"prompt": "Which planet has the most mass?", "answer": "Jupiter", "reference": "Jupiter."},
    {"prompt": "What is the chemical symbol of tin?", "answer": "Sn", "reference": "Sn"},
    {"prompt": "Who painted Guernica?", "answer": "Picasso", "reference": "Picasso."},
]
EXPLOIT = {"row": 0, "completion": "and so on " * 60}


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
