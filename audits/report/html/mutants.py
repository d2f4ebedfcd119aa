"""What became of the mutants: who noticed, and those that nobody noticed, in their source."""

from __future__ import annotations

from collections.abc import Iterator

from audits.mutants import GuardRow, MutantRow
from audits.report.html.blocks import Block, Cell, Facts, Line, Listing, Section, Table, numbers
from audits.result import Result

FATES = ("made", "killed", "timeout", "survived", "accepted", "no_difference")


def mutants(result: Result) -> Iterator[Section]:
    """Show the counts and the guards, then each survivor."""
    counts: dict[str, int] = result.extra.get("mutants", {})
    if not counts:
        return
    facts = [(fate.replace("_", " "), str(counts[fate])) for fate in FATES if fate in counts]
    yield Section("Mutants", [Facts(facts), *_guards(result.extra.get("guards", []))])
    shown: list[MutantRow] = result.extra.get("survivors", [])
    if shown:
        yield Section("Surviving mutants in their source", [_listing(row) for row in shown])
    if accepted := result.extra.get("accepted", []):
        yield Section("Accepted survivors", [_listing(row) for row in accepted])


def _guards(rows: list[GuardRow]) -> Iterator[Block]:
    noticed = [row for row in rows if row.noticed]
    cells = [
        [Cell(row.name), Cell(row.kind), *numbers([row.asked, row.noticed, row.alone])]
        for row in noticed
    ]
    idle = len(rows) - len(noticed)
    note = f"{idle} more guards noticed nothing of what was left to them." if idle else ""
    if cells:
        head = ("guard", "kind", "asked", "noticed", "alone")
        yield Table("The guards that noticed something", head, cells, note)


def _listing(row: MutantRow) -> Listing:
    lines = [
        Line(number, _parts(text, row.before if _is_at(number, row) else ""), _is_at(number, row))
        for number, text in row.source.items()
    ]
    who = [(name, why) for name, why in row.noticed.items()]
    return Listing(f"{row.where}: {row.change}", f"{row.where}, line {row.line}, mutant {row.id}",
                   lines, row.after, who)  # fmt: skip


def _is_at(number: str, row: MutantRow) -> bool:
    return row.line <= int(number) <= max(row.line, row.end_line)


def _parts(text: str, before: str) -> list[tuple[str, bool]]:
    """Cut a line around what was changed, if it is written there as it was parsed."""
    if not before or before not in text:
        return [(text, False)]
    head, _, tail = text.partition(before)
    return [(head, False), (before, True), (tail, False)]
