"""A grouping is right whatever the groups are called and in whichever order they come; partial
credit is the share of pairs, beyond what lumping all together or leaving all apart reaches.
"""
import json
import re
from itertools import combinations

SHAPE = "batched-text"
SOURCE = "healthy"
FULL = 1.0


def groups(completion, items):
    """The groups, None unless each item is in exactly one (groups on lines or between '|', an optional 'name:' before each)."""
    out = []
    for part in re.split(r"[|\n]", completion.strip()):
        members = [m.strip() for m in part.split(":")[-1].split(",") if m.strip()]
        if members:
            out.append(members)
    flat = [m for g in out for m in g]
    return out if sorted(flat) == sorted(items) else None


def pairs(parts):
    return {frozenset(p) for g in parts for p in combinations(g, 2)}


def agreement(got, want, items):
    """Share of all pairs that both groupings treat alike."""
    every = {frozenset(p) for p in combinations(items, 2)}
    return 1.0 - len(pairs(got) ^ pairs(want)) / len(every)


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    out = []
    for c, a in zip(completions, answer):
        want = json.loads(a)
        items = [m for g in want for m in g]
        got = groups(c, items)
        floor = max(agreement([items], want, items), agreement([[m] for m in items], want, items))
        share = agreement(got, want, items) if got else 0.0
        out.append(max(0.0, (share - floor) / (1.0 - floor)))
    return out


def row(ask, want, reference):
    return {"prompt": ask, "answer": json.dumps(want), "reference": reference}


DATASET = [
    row("Group by kind: oak, elm, cod, eel, bee", [["oak", "elm"], ["cod", "eel"], ["bee"]], "fish: cod, eel | insects: bee | trees: elm, oak"),
    row("Group by remainder modulo 3: 1, 2, 3, 4, 5, 6", [["1", "4"], ["2", "5"], ["3", "6"]], "3, 6 | 1, 4 | 2, 5"),
    row("Group by language family: Danish, Swedish, Finnish, Estonian", [["Danish", "Swedish"], ["Finnish", "Estonian"]],
        "A: Estonian, Finnish\nB: Swedish, Danish"),
    row("Group by meaning: big, large, tiny, small, huge", [["big", "large", "huge"], ["tiny", "small"]], "small, tiny | huge, big, large"),
]


def check():
    cols = ([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET],
            [r["answer"] for r in DATASET])
    for fn in (fixed,):
        got = fn(*cols)
        assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), (fn.__name__, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
