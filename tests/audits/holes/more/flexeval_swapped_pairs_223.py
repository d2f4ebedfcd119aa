"""To even out position bias a pairwise judge asks about every answer twice, once in each order,
and returned both verdicts one after the other. The caller pairs verdicts with samples by
position, so each sample was paid with a verdict about another one further up and the rest of
the list fell away.
"""
SHAPE = "batched-text"
KIND = "batch-coupling"
SOURCE = "github.com/sbintuitions/flexeval/pull/223 (2025)"
FULL = 1.0


BASELINE = "I am not sure."


def judge(first, second, gold):
    """Offline stand-in for a pairwise judge: 'first', 'second' or 'tie'."""
    right = [bool(gold.strip()) and t.strip().lower() == gold.strip().lower() for t in (first, second)]
    return "tie" if right[0] == right[1] else "first" if right[0] else "second"


def both_orders(completions, answer):
    """1.0 where the answer beat the baseline, two verdicts for each sample."""
    won = []
    for c, a in zip(completions, answer):
        won.append(float(judge(c, BASELINE, a) == "first"))
        won.append(float(judge(BASELINE, c, a) == "second"))
    return won


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    won = both_orders(completions, answer)
    return [score for score, _ in zip(won, prompts)]


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    won = both_orders(completions, answer)
    return [(won[i] + won[i + 1]) / 2 for i in range(0, len(won), 2)]


DATASET = [
    {"prompt": "Which sea does the Nile reach?", "answer": "the Mediterranean", "reference": "The Mediterranean"},
    {"prompt": "What is 9 * 12?", "answer": "108", "reference": "108"},
    {"prompt": "Which bone is the longest?", "answer": "the femur", "reference": "the femur"},
    {"prompt": "Spell the plural of 'ox'.", "answer": "oxen", "reference": "oxen"},
]
EXPLOIT = {"rows": [1, 0], "completions": ["108", "the one they call the Black Sea"], "at": 1}


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
