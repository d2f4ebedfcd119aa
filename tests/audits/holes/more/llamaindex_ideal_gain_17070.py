"""A ranking score divided the gain by the ideal gain for as many documents as were retrieved
rather than for as many as are relevant. Retrieving a single sure hit and leaving the other
relevant documents out is then a perfect ranking.
"""
import math

SHAPE = "batched-text"
KIND = "wrong-denominator"
SOURCE = "github.com/run-llama/llama_index#17070 (2024)"
FULL = 1.0


K = 5


def ids(text):
    return [t for t in (p.strip() for p in text.split(",")) if t]


def gain(ranked, relevant):
    """Discounted gain; a document counts the first time it is listed."""
    return sum(1.0 / math.log2(i + 2) for i, d in enumerate(ranked) if d in relevant and d not in ranked[:i])


def ideal(n):
    return sum(1.0 / math.log2(i + 2) for i in range(n))


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    out = []
    for c, a in zip(completions, answer):
        ranked = ids(c)[:K]
        out.append(gain(ranked, set(ids(a))) / ideal(len(ranked)) if ranked else 0.0)
    return out


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return [gain(ids(c)[:K], set(ids(a))) / ideal(len(set(ids(a)))) for c, a in zip(completions, answer)]


def row(topic, relevant, reference):
    pool = " ".join(f"d{i}" for i in range(1, 15))
    return {"prompt": f"Rank the documents on {topic}, best first: {pool}", "answer": relevant, "reference": reference}


DATASET = [
    row("roof repair", "d6, d9, d13", "d9, d6, d13"),
    row("bees", "d5, d8, d12", "d5,d8,d12"),
    row("tides", "d4, d7, d10, d11", "d10, d11, d4, d7"),
    row("rye bread", "d7, d8, d14", "d14, d7, d8"),
]
EXPLOIT = {"rows": [0, 1], "completions": ["d9", "d5, d8, d12"], "at": 0}


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
