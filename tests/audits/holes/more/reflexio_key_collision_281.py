"""Grades were cached under free-form parts joined with a double colon. A part that holds a double
colon itself forges the key of other parts, and is handed the grade that was stored for
them.
"""
SHAPE = "batched-text"
KIND = "duplicate-key"
SOURCE = "github.com/ReflexioAI/reflexio/pull/281 (2026)"
FULL = 1.0


def grade(comp, gold):
    return 1.0 if gold.strip() and comp.strip().lower() == gold.strip().lower() else 0.0


def cached(keys, completions, golds):
    """A grade for every completion, worked out once for each key."""
    store = {}
    return [store.setdefault(k, grade(c, g)) for k, c, g in zip(keys, completions, golds)]


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return cached([f"{p}::{c}" for p, c in zip(prompts, completions)], completions, answer)


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    keys = ["".join(f"{len(part)}:{part}" for part in parts) for parts in zip(prompts, completions, answer)]
    return cached(keys, completions, answer)


DATASET = [
    {"prompt": "Is 7 prime?", "answer": "yes", "reference": "yes"},
    {"prompt": "Is 7 prime?::Reply in French.", "answer": "oui", "reference": "oui"},
    {"prompt": "Capital of Peru?", "answer": "Lima", "reference": "Lima"},
    {"prompt": "6*7?::Reply in Roman numerals.", "answer": "XLII", "reference": "XLII"},
    {"prompt": "6*7?", "answer": "42", "reference": "42"},
]
EXPLOIT = {"rows": [1, 0], "completions": ["oui", "Reply in French.::oui"], "at": 1}


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
