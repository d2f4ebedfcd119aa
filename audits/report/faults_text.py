"""The matrix fault x term as text for people."""

from __future__ import annotations

from tabulate import tabulate

from audits.aggregate import Aggregate
from audits.attacks.rows import TermRow
from audits.dead import Row
from audits.result import Result

LEGEND = """\
by: whose doing the record says the death was. strikes: runs struck, each at every step. Under each
term: the most that it paid, weight included. value: from the lowest score to the highest; - is not
scored. treated: what a death was given, or how a rollout that lived through a fault was.
broken: rules that do not hold; a lead, which proves nothing, stands in brackets."""


def faults_text(result: Result) -> str:
    """Write one line for each fault, grouped by what failed."""
    rows: list[Row] = result.extra.get("faults", [])
    terms: list[TermRow] = result.extra.get("terms", [])
    if not rows:
        return "No fault was tried."
    head = ["fault", "by", "strikes", *map(_code, terms), "value", "treated", "broken"]
    table = tabulate(
        [_cells(row) for row in rows],
        head,
        disable_numparse=True,
        colalign=("left", "left", "right", *("right" for _ in terms), "right", "left", "left"),
    )
    named = "\n".join(f"{_code(term)}: {term.name}. {term.question}" for term in terms)
    return "\n\n".join([table, named, LEGEND, _summed(result.extra.get("aggregate"))])


def _code(term: TermRow) -> str:
    return term.code or term.name


def _cells(row: Row) -> list[str]:
    return [
        row.fault,
        row.by,
        str(row.strikes),
        *(f"{paid:.2f}" if paid else "" for paid in row.terms.values()),
        value_text(row),
        ", ".join(row.treated),
        " ".join(row.rules),
    ]


def value_text(row: Row) -> str:
    """Write what a fault was given, from the lowest to the highest."""
    if row.low is None or row.high is None:
        return "-"
    return f"{row.low:g}" if row.low == row.high else f"{row.low:g}..{row.high:g}"


def _summed(aggregate: Aggregate | None) -> str:
    if aggregate is None:
        return "No rollout died."
    mean = "there is no mean" if aggregate.mean is None else f"their mean is {aggregate.mean:g}"
    return (
        f"Of {aggregate.planned} rollouts that died, {aggregate.scored} were scored "
        f"({mean}) and {aggregate.dead} are marked dead."
    )
