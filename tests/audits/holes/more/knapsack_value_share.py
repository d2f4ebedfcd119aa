"""Any choice of items within the weight limit is worth the square of its share of the best
possible value, so a near-best packing earns much and only a best one earns all. Naming an
item twice, an unknown item or too much weight earns nothing.
"""
import json

SHAPE = "batched-text"
SOURCE = "healthy"
FULL = 1.0


def packed(completion, items, limit):
    """Value of the chosen items, None for a choice that is not allowed."""
    names = [p.strip() for p in completion.strip().removesuffix(".").split(",")]
    if len(set(names)) != len(names) or not all(n in items for n in names):
        return None
    return sum(items[n][1] for n in names) if sum(items[n][0] for n in names) <= limit else None


def best(items, limit):
    top = [0] * (limit + 1)
    for weight, value in items.values():
        for w in range(limit, weight - 1, -1):
            top[w] = max(top[w], top[w - weight] + value)
    return top[limit]


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    out = []
    for c, a in zip(completions, answer):
        task = json.loads(a)
        got = packed(c, task["items"], task["limit"])
        out.append(0.0 if got is None else (got / best(task["items"], task["limit"])) ** 2)
    return out


def row(limit, reference, **items):
    listed = ", ".join(f"{n} (weight {w}, value {v})" for n, (w, v) in items.items())
    return {"prompt": f"Pack at most {limit} of: {listed}.", "answer": json.dumps({"limit": limit, "items": items}), "reference": reference}


DATASET = [
    row(10, "tent, stove", tent=(6, 30), stove=(4, 14), books=(5, 20), rope=(3, 4), lamp=(7, 22)),
    row(8, "map, axe, oats", map=(1, 5), axe=(4, 20), oats=(3, 9), pan=(5, 11), harp=(8, 25)),
    row(12, "oil, salt.", oil=(7, 40), salt=(5, 28), sugar=(6, 20), tin=(6, 24), wax=(12, 60)),
    row(9, "red,blue", red=(4, 8), blue=(5, 9), green=(9, 15), grey=(8, 12)),
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
