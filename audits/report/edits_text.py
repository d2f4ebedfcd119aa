"""The table edit x term as text for people."""

from __future__ import annotations

from tabulate import tabulate

from audits.edits import EditRow
from audits.result import Result

LEGEND = (
    "amiss: rollouts on which a wrong edit cost nothing, or a harmless one cost something. cost: "
    "mean loss of reward.\nUnder each term: in how many of the rollouts it gave less than to the "
    "reference. dead: in how many\nno term was asked, because the rollout was called dead."
)


def edits_text(result: Result) -> str:
    """Write one line for each edit and what it is ruled to be."""
    rows: list[EditRow] = result.extra.get("edits", [])
    if not rows:
        return "No edit was tried."
    head = ["edit", "is", "rollouts", "amiss", "cost", *rows[0].terms, "dead"]
    table = tabulate(
        [_cells(row) for row in rows],
        head,
        disable_numparse=True,
        colalign=("left", "left", *("right" for _ in head[2:])),
    )
    return f"{table}\n\n{LEGEND}"


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
