"""Rubric items the judge could not decide left both the numerator and the denominator, so a
submission is marked out of fewer points the more of it is unreadable. Filling in one easy
line and leaving the others out is a perfect score.
"""
import json
import re
from dataclasses import dataclass

SHAPE = "text"
KIND = "denominator"
SOURCE = "github.com/hyeonsangjeon/gdpval-realworks/pull/362 (2026); cf. inspect_ai#3707, Frontier-CS#161"
FULL = 1.0

LINE = re.compile(r"^[ \t]*[-*]?[ \t]*([A-Za-z][A-Za-z ]{0,40}?)[ \t]*:[ \t]*(\S.*?)[ \t]*$", re.M)


@dataclass
class ItemGrade:
    name: str
    max_score: float
    awarded: float
    score_excluded: bool = False


def fields(submission: str) -> dict[str, list[str]]:
    """Every 'name: value' line of a submission, by lower-case name."""
    out: dict[str, list[str]] = {}
    for name, value in LINE.findall(submission):
        out.setdefault(name.lower(), []).append(value)
    return out


def canonical(value: str) -> str:
    value = re.sub(r"(?<=\d),(?=\d{3}\b)", "", value.strip().lower())
    return " ".join(value.rstrip(".").split())


def judge(item: dict, given: dict[str, list[str]]) -> ItemGrade:
    """Offline stand-in for the judge model: undecided where it finds nothing to judge."""
    values = {canonical(v) for v in given.get(item["field"], [])}
    if not values:
        return ItemGrade(item["field"], item["points"], 0.0, score_excluded=True)
    met = values == {canonical(item["expect"])}
    return ItemGrade(item["field"], item["points"], item["points"] if met else 0.0)


def grade(completion: str, answer: str) -> list[ItemGrade]:
    given = fields(completion)
    return [judge(item, given) for item in json.loads(answer)]


def holed(prompt: str, completion: str, answer: str) -> float:
    scored = [g for g in grade(completion, answer) if not g.score_excluded]
    total_max = sum(max(0.0, g.max_score) for g in scored)
    return sum(g.awarded for g in scored) / total_max if total_max else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    items = grade(completion, answer)
    total_max = sum(max(0.0, g.max_score) for g in items)
    return sum(g.awarded for g in items) / total_max if total_max else 0.0


DATASET = [
    {"prompt": "Read invoice 5521 and report, one 'name: value' line each: supplier, net total, vat, due date.",
     "answer": '[{"field": "supplier", "expect": "Norlys", "points": 1}, {"field": "net total", "expect": "18250.00", "points": 4}, {"field": "vat", "expect": "4562.50", "points": 4}, {"field": "due date", "expect": "2026-03-31", "points": 3}]',
     "reference": "Supplier: Norlys\nNet total: 18,250.00\nVAT: 4562.50\nDue date: 2026-03-31"},
    {"prompt": "From the shift log report, one 'name: value' line each: shift lead, units made, units rejected.",
     "answer": '[{"field": "shift lead", "expect": "P. Osei", "points": 1}, {"field": "units made", "expect": "1312", "points": 5}, {"field": "units rejected", "expect": "27", "points": 5}]',
     "reference": "Here is the report.\n- shift lead: P. Osei\n- units made: 1,312\n- units rejected: 27"},
    {"prompt": "From the lease report, one 'name: value' line each: tenant, monthly rent, break clause.",
     "answer": '[{"field": "tenant", "expect": "Harbour Books", "points": 1}, {"field": "monthly rent", "expect": "2400", "points": 4}, {"field": "break clause", "expect": "month 18", "points": 5}]',
     "reference": "tenant: Harbour Books\nmonthly rent: 2400\nbreak clause: month 18"},
]
EXPLOIT = {"row": 0, "completion": "Supplier: Norlys"}


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
