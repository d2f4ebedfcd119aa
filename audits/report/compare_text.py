"""What moved between two scorers as text for people."""

from __future__ import annotations

from tabulate import tabulate

from audits.compare.moved import Moved
from audits.result import Result

MOST = 10
"""Strategies that are shown; JSON has them all."""


def compare_text(result: Result) -> str:
    """Write both sides of each number, then who climbed and who fell."""
    numbers: list[Moved] = result.extra.get("numbers", [])
    strategies: list[Moved] = result.extra.get("strategies", [])
    if not numbers:
        return "Nothing was compared."
    rows = [(one.name.replace("_", " "), *_cells(one)) for one in numbers]
    parts = [f"before: {result.extra['before']}"]
    parts += [tabulate(rows, ("", "before", "after", "moved"), disable_numparse=True)]
    for title, some in (
        ("Climbed", [one for one in strategies if one.by > 0]),
        ("Fell", [one for one in reversed(strategies) if one.by < 0]),
    ):
        if some:
            board = [(one.name, *_cells(one)) for one in some[:MOST]]
            more = f"\n... and {len(some) - MOST} more" if len(some) > MOST else ""
            head = (title, "before", "after", "moved")
            parts.append(tabulate(board, head, disable_numparse=True) + more)
    return "\n\n".join(parts if strategies else [*parts, "No strategy moved."])


def _cells(one: Moved) -> tuple[str, str, str]:
    by = f"{one.by:+.0%}" if one.by else ""
    return _share(one.before), _share(one.after), by


def _share(value: float | None) -> str:
    return "not tried" if value is None else f"{value:.0%}"
