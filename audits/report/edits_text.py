"""The table edit x term as text for people."""

from __future__ import annotations

from tabulate import tabulate

from audits.attacks.rows import TermRow
from audits.edits import EditRow
from audits.result import Result

LEGEND = """\
amiss: rollouts in which a wrong edit cost nothing, or a harmless one cost something.
cost: mean loss of reward. Under each term: in how many of the rollouts it gave less than to
the reference. dead: in how many no term was asked, because the rollout was called dead."""


def edits_text(result: Result) -> str:
    """Write one line for each edit and what it is ruled to be."""
    rows: list[EditRow] = result.extra.get("edits", [])
    terms: list[TermRow] = result.extra.get("terms", [])
    if not rows:
        return "No edit was tried."
    head = ["edit", "is", "rollouts", "amiss", "cost", *map(_code, terms), "dead"]
    table = tabulate(
        [_cells(row) for row in rows],
        head,
        disable_numparse=True,
        colalign=("left", "left", *("right" for _ in head[2:])),
    )
    named = "\n".join(f"{_code(term)}: {term.name}. {term.question}" for term in terms)
    return f"{table}\n\n{named}\n{LEGEND}"


def _code(term: TermRow) -> str:
    return term.code or term.name


def _cells(row: EditRow) -> list[str]:
    return [
        row.edit,
        row.standing,
        str(row.rollouts),
        str(row.amiss or ""),
        f"{row.cost:.3f}",
        *(_share(value) for value in row.terms.values()),
        _share(row.dead),
    ]


def _share(value: float) -> str:
    return f"{value:.0%}" if value else ""
