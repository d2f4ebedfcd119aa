"""What a prompt was compared with, as text for people."""

from __future__ import annotations

from tabulate import tabulate

from audits.leak import ALL_LORE
from audits.result import Result


def leak_text(result: Result) -> str:
    """Write which rules of the reference's are given away, and which are not."""
    told: dict[str, int] = result.extra.get("rules", {})
    rows = [
        (lore.name, "told" if count else "-", lore.tells, ", ".join(lore.terms))
        for lore, count in ((ALL_LORE[name], count) for name, count in told.items())
    ]
    table = tabulate(rows, ("rule", "", "what a model knows then", "measured by"))
    return f"{result.extra.get('sentences', 0)} sentences\n\n{table}"
