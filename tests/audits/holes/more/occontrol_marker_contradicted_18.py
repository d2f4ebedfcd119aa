"""Operational questions were scored by looking for a marker anywhere in the answer, in any case, with
nothing that guards against denial: an answer that names another version and says it is not the
marker's one got the full mark, and so did one that lists both candidates. The fix reads a single
closing answer line and compares all of it.
https://github.com/open-cluster/oc-control-plane/issues/18
"""
SHAPE = "text"
KIND = "substring"
SOURCE = "github.com/open-cluster/oc-control-plane/issues/18 (2026)"
FULL = 1.0


def verdict(text):
    """What follows 'Answer:' on the one such line, which must be the last; None otherwise."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    marked = [line for line in lines if line.lower().startswith("answer:")]
    return lines[-1][len("answer:"):].strip() if len(marked) == 1 and lines[-1] == marked[0] else None


def holed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if answer.lower() in completion.lower() else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    said = verdict(completion)
    return 1.0 if said is not None and said.rstrip(".").lower() == answer.lower() else 0.0


CLOSE = " Close with a line 'Answer: ...' that holds the answer alone."
DATASET = [
    {"prompt": "Which revision of payments is deployed?" + CLOSE, "answer": "v2.14.1",
     "reference": "The rollout finished at noon, after a rollback of the first try.\nAnswer: v2.14.1"},
    {"prompt": "Which team owns the payments service?" + CLOSE, "answer": "@acme/payments-platform",
     "reference": "The owners file was moved in May.\nAnswer: @acme/payments-platform"},
    {"prompt": "In which zone does the primary database run?" + CLOSE, "answer": "eu-west-1b",
     "reference": "Answer: eu-west-1b"},
    {"prompt": "Which alert woke the engineer on call last night?" + CLOSE, "answer": "DiskAlmostFull",
     "reference": "Two alerts fired; the second one paged.\nAnswer: DiskAlmostFull."},
    {"prompt": "Which node was drained on Tuesday?" + CLOSE, "answer": "worker-07",
     "reference": "It is in the maintenance log.\nAnswer: worker-07"},
]
EXPLOIT = {"row": 0, "completion": "payments is running v2.13.9, not v2.14.1"}


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
