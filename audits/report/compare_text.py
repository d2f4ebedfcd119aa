"""What moved between two scorers as text for people."""

from __future__ import annotations

from collections.abc import Iterator

from tabulate import tabulate

from audits.compare.moved import Moved
from audits.result import Result

MOST = 10
"""Attacks that are shown; JSON has them all."""


Table = tuple[str, list[tuple[str, str, str, str]], int]
"""What a table is of, its rows (name, before, after, by how much), and how many are left out."""


def tables(result: Result) -> Iterator[Table]:
    """Give both sides of each number, then who climbed and who fell; nothing if nothing is."""
    numbers: list[Moved] = result.extra.get("numbers", [])
    if not numbers:
        return
    yield "", [(one.name.replace("_", " "), *_cells(one)) for one in numbers], 0
    strategies: list[Moved] = result.extra.get("strategies", [])
    for title, some in (
        ("Climbed", [one for one in strategies if one.by > 0]),
        ("Fell", [one for one in reversed(strategies) if one.by < 0]),
    ):
        if some:
            yield title, [(one.name, *_cells(one)) for one in some[:MOST]], len(some[MOST:])


def before(result: Result) -> str:
    """Say what stands before: a target, or a revision and its commit, or both; and where then."""
    commit, file = (result.extra.get(f"before_{name}", "") for name in ("commit", "file"))
    named: str = result.extra["before"]
    was = f", was {file} at {named.rpartition(' at ')[2]}" if file else ""
    return f"{named} ({commit[:12]}){was}" if commit else named


def kept(result: Result) -> str:
    """Say of how many references nothing was taken; empty if none were scored by both."""
    told: dict[str, int] = result.extra.get("references_kept", {})
    return f"{told['kept']} of {told['of']} references earn what they did" if told else ""


def compare_text(result: Result) -> str:
    """Write both sides of each number, then who climbed and who fell."""
    parts = [f"before: {before(result)}" + (f"; {kept(result)}" if kept(result) else "")]
    made = list(tables(result))
    for title, rows, more in made:
        head = (title, "before", "after", "moved")
        left = f"\n... and {more} more" if more else ""
        parts.append(tabulate(rows, head, disable_numparse=True) + left)
    if not made:
        return parts[0] if kept(result) else "Nothing was compared."
    return "\n\n".join(parts if len(made) > 1 else [*parts, "No attack moved."])


def _cells(one: Moved) -> tuple[str, str, str]:
    by = f"{one.by:+.0%}" if one.by else ""
    return _share(one.before), _share(one.after), by


def _share(value: float | None) -> str:
    return "not tried" if value is None else f"{value:.0%}"
