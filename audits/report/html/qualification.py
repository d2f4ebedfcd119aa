"""A qualification as a page: each metric against the gate, families, and what fails and why."""

from __future__ import annotations

from collections.abc import Iterator

from audits.errors import one_line
from audits.qualify import Qualification, Ratio
from audits.report.html.blocks import Cell, Section, Table, Words, numbers, words
from audits.report.qualify_text import HEAD, UNDEFINED, notes, opening, percent, rows

MARKS = {"holds": "good", "FAILS": "bad"}


def qualification(found: Qualification) -> Iterator[Section]:
    """Show who was measured, every metric, the families, and each item that fails."""
    yield Section("Who was measured", [Words(opening(found)), *map(Words, notes(found))])
    table = Table("Each metric against the gate", (*HEAD[:-1], "it"), list(map(_row, rows(found))))
    yield Section("Metrics and gate", [table])
    if families := found.metrics.groups.families:
        yield Section("Families", [_families(families)])
    if found.failing:
        failing = [words(item.name, one_line(item.why)) for item in found.failing]
        yield Section("Why it is not ready", [Table("What fails", ("item", "why"), failing)])


def _row(told: tuple[str, ...]) -> list[Cell]:
    metric, counted, fraction, share, limits, held = told
    figures = numbers((counted, fraction, share))
    return [Cell(metric), *figures, Cell(limits), Cell(held, mark=MARKS.get(held, ""))]


def _families(families: dict[str, Ratio]) -> Table:
    made = [[Cell(one_line(name)), *numbers(_share(of))] for name, of in families.items()]
    caption = "Mixed groups of complete ones, by workflow family"
    return Table(caption, ("family", "mixed", "percent"), made)


def _share(of: Ratio) -> tuple[str, str]:
    """Write a share; zero is one, and what has no denominator is none."""
    share = UNDEFINED if of.value is None else percent(of.value)
    return f"{of.numerator}/{of.denominator}", share
