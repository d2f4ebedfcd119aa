"""Match the things of two lists. Each thing of the first list may be given one partner; the share of the right pairs
counts. The order of the pairs, the case and the sign between the partners are free.
"""
import re

SHAPE = "batched-text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def pairs(text):
    """{left: right}, {} when a left thing stands twice or a piece is no pair."""
    out = {}
    for piece in re.split(r"[;\n]", text.strip().strip(".;").lower()):
        sides = [s.strip() for s in re.split(r" - |->|=|:", piece)]
        if len(sides) != 2 or not all(sides) or sides[0] in out:
            return {}
        out[sides[0]] = sides[1]
    return out


def share(got, want):
    if set(got) - set(want) or len(set(got.values())) < len(got):
        return 0.0   # a strange thing, or one partner for two
    return sum(got.get(k) == v for k, v in want.items()) / len(want)


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    return [share(pairs(c), pairs(a)) for c, a in zip(completions, answer)]


DATASET = [
    {"prompt": "Match: Norway, Chile, Kenya with Nairobi, Oslo, Santiago.", "answer": "norway = oslo; chile = santiago; kenya = nairobi",
     "reference": "Chile - Santiago; Kenya - Nairobi; Norway - Oslo"},
    {"prompt": "Match: cow, horse, sheep with lamb, calf, foal.", "answer": "cow = calf; horse = foal; sheep = lamb",
     "reference": "cow: calf\nhorse: foal\nsheep: lamb"},
    {"prompt": "Match: TCP, DNS with names, streams.", "answer": "tcp = streams; dns = names", "reference": "TCP -> streams; DNS -> names."},
    {"prompt": "Match: iron, gold, tin with Sn, Fe, Au.", "answer": "iron = fe; gold = au; tin = sn", "reference": "iron = Fe; gold = Au; tin = Sn"},
]


def check():
    got = fixed(*[[r[k] for r in DATASET] for k in ("prompt", "reference", "answer")])
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got
    return FULL


if __name__ == "__main__":
    print(__file__, check())
