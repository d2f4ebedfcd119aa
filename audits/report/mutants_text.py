"""The kill matrix and what became of the mutants, as text for people."""

from __future__ import annotations

from collections.abc import Sequence

from tabulate import tabulate

from audits.mutants import GuardRow, MutantRow
from audits.result import Result

LEGEND = """\
noticed: mutants on which the guard finds fault; alone: those that no other guard noticed.
A late guard (check, fault, law, figures, tests) is dear: it is asked about those that nobody before
it noticed. --all-guards asks everybody about everything."""


def mutants_text(result: Result) -> str:
    """Write the counts, the matrix, and what was accepted; with one mutant, who noticed it."""
    counts: dict[str, int] = result.extra.get("mutants", {})
    if not counts:
        return "No mutant was tried."
    parts = [_counts(counts, result.extra.get("inputs", 0))]
    one: list[MutantRow] = result.extra.get("tried_mutant", [])
    parts += [_whole(row) for row in one] or [_matrix(result.extra.get("guards", []))]
    if accepted := result.extra.get("accepted"):
        parts.append("Accepted survivors:\n" + list_text(accepted))
    return "\n\n".join(parts)


def list_text(rows: Sequence[MutantRow]) -> str:
    """Write one line a mutant: id, place, change."""
    return "\n".join(f"  {row.id}  {row.where}, line {row.line}: {row.change}" for row in rows)


def _counts(counts: dict[str, int], inputs: int) -> str:
    told = ", ".join(f"{count} {fate}" for fate, count in counts.items() if fate in _TOLD)
    return (
        f"{counts['made']} mutants: {told}; for {counts['no_difference']} no difference was "
        f"observed on {inputs} inputs."
    )


_TOLD = ("killed", "timeout", "survived", "accepted")


def _matrix(rows: Sequence[GuardRow]) -> str:
    """Write the guards that noticed something, and name those that did not."""
    shown = [row for row in rows if row.noticed]
    idle = [row.name for row in rows if not row.noticed]
    table = tabulate(
        [(row.name, row.asked, row.noticed, row.alone or "") for row in shown],
        ["guard", "asked", "noticed", "alone"],
        disable_numparse=True,
        colalign=("left", "right", "right", "right"),
    )
    rest = f"\n\nNoticed nothing that was left to them: {', '.join(idle)}." if idle else ""
    return f"{table}\n\n{LEGEND}{rest}"


def _whole(row: MutantRow) -> str:
    noticed = [f"  {name}: {why}" for name, why in row.noticed.items()]
    return "\n".join([f"{row.id} {row.where}, line {row.line}", f"  {row.change}", *noticed])
