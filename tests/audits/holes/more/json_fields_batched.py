"""Extraction reward: share of the record's fields that are right, over the fields of both sides,
so that inventing fields costs as much as missing them. Batched, as a GRPO trainer calls it.
"""
import json
import re

SHAPE = "batched-text"
FULL = 1.0


def record(completion):
    """The JSON object of the completion (bare, or in one json fence); None if it is not just one."""
    fenced = re.findall(r"```(?:json)?\s*(.*?)```", completion, re.S)
    text = fenced[0] if len(fenced) == 1 else completion

    def unique(pairs):
        if len({k for k, _ in pairs}) != len(pairs):
            raise ValueError("a key twice")
        return dict(pairs)
    try:
        value = json.loads(text, object_pairs_hook=unique)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def same(got, want):
    """Strings without regard to case and spacing; numbers by value; the rest as it is."""
    if isinstance(want, bool) or isinstance(got, bool):
        return got is want
    if isinstance(want, str) and isinstance(got, str):
        return " ".join(got.lower().split()) == " ".join(want.lower().split())
    if isinstance(want, (int, float)) and isinstance(got, (int, float)):
        return got == want
    return type(got) is type(want) and got == want


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    rewards = []
    for comp, gold in zip(completions, answer, strict=True):
        got, want = record(comp), json.loads(gold)
        if got is None:
            rewards.append(0.0)
            continue
        right = sum(k in got and same(got[k], v) for k, v in want.items())
        rewards.append(right / len(set(got) | set(want)))
    return rewards


def row(text, gold, reference=None):
    return {"prompt": f"Extract the fields {', '.join(gold)} as JSON (null where not stated): {text}", "answer": json.dumps(gold),
            "reference": reference or json.dumps(gold)}


DATASET = [
    row("Invoice 4471 by Brandt GmbH, 1,190.00 EUR, paid.", {"number": "4471", "vendor": "Brandt GmbH", "total": 1190.0, "paid": True}),
    row("No. 12 from Aalto Oy: 80 EUR, open.", {"number": "12", "vendor": "Aalto Oy", "total": 80, "paid": False},
        '```json\n{"number": "12", "vendor": "aalto oy", "total": 80.0, "paid": false}\n```'),
    row("Ms. Reyes, born 4 May 1988, room 12.", {"name": "Reyes", "born": "1988-05-04", "room": 12}),
    row("Flight LX 18 to Newark, no seat assigned.", {"flight": "LX 18", "to": "Newark", "seat": None}),
    row("Meeting on Tuesday with Ana and Bo.", {"day": "Tuesday", "people": ["Ana", "Bo"]}),
]
WRONG = [(0, ""), (0, "{}"), (0, "[]"), (1, "number 12, vendor Aalto Oy"), (2, '{"name": null, "born": null, "room": null}'),
         (3, '{"flight": "LX 19", "to": "Boston", "seat": "12A"}'), (4, '{"day": "Monday", "people": "Ana and Bo"}')]


def check():
    got = fixed(*[[r[k] for r in DATASET] for k in ("prompt", "reference", "answer")])
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got
    low = [fixed([DATASET[i]["prompt"]], [text], [DATASET[i]["answer"]])[0] for i, text in WRONG]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
