"""The evaluation of a reader gathered the labels of a data set by the text of the question.
Where the same question is asked about different documents, the gold answers of all of them
were accepted for each, which raised exact match several times over.
"""
SHAPE = "batched-text"
KIND = "batch-coupling"
SOURCE = "github.com/deepset-ai/haystack#933 (2021)"
FULL = 1.0


def question(prompt):
    """The question at the end of a prompt, without the document it is about."""
    return prompt.rsplit("Question:", 1)[-1].strip().lower()


def norm(text):
    return " ".join(text.lower().split()).removesuffix(".")


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    labels = {}
    for p, a in zip(prompts, answer):
        labels.setdefault(question(p), set()).add(norm(a))
    return [1.0 if norm(c) and norm(c) in labels[question(p)] else 0.0 for p, c in zip(prompts, completions)]


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return [1.0 if norm(c) and norm(c) == norm(a) else 0.0 for c, a in zip(completions, answer)]


DATASET = [
    {"prompt": "Review: The buds give me six hours on a charge. Question: How long does the battery last?",
     "answer": "six hours", "reference": "Six hours"},
    {"prompt": "Review: I charge this watch once a week. Question: How long does the battery last?",
     "answer": "a week", "reference": "a week"},
    {"prompt": "Review: Bright screen, but dead after two days. Question: How long does the battery last?",
     "answer": "two days", "reference": "Two days."},
    {"prompt": "Review: The strap is silicone and sweaty. Question: What is the strap made of?",
     "answer": "silicone", "reference": "silicone"},
    {"prompt": "Review: It came with a nylon strap. Question: What is the strap made of?",
     "answer": "nylon", "reference": "Nylon"},
]
EXPLOIT = {"rows": [0, 1, 3], "completions": ["a week", "a week", "silicone"], "at": 0}


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
