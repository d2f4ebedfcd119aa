"""The kill matrix and what became of the mutants, as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tabulate import tabulate

from audits.mutants import GuardRow, MutantRow
from audits.result import Result

LEGEND = """\
noticed: mutants with which the guard finds fault; alone: those that no other guard noticed. Guards
are asked about changes in code that they run, kind after kind: a later kind only about those that
nobody noticed before. --all-guards asks every guard."""

_TOLD = ("killed", "timeout", "survived", "accepted")


def mutants_text(result: Result) -> str:
    """Write the counts, the matrix, and what was accepted; of one mutant, who noticed it."""
    counts: dict[str, int] = result.extra.get("mutants", {})
    if not counts:
        return "No mutant was tried."
    one: list[MutantRow] = result.extra.get("tried_mutant", [])
    idle = sum(not row.reached for row in result.extra.get("unobserved", []))
    parts = [_counts(counts, result.extra.get("inputs", 0), idle)]
    parts += [one_text(row) for row in one] or [_matrix(result.extra.get("guards", []))]
    if accepted := result.extra.get("accepted"):
        parts.append("Accepted survivors:\n" + list_text(accepted))
    return "\n\n".join(parts)


def list_text(rows: Sequence[MutantRow]) -> str:
    """Write one line a mutant: id, place, change."""
    return "\n".join(f"  {row.id}  {row.where}, line {row.line}: {row.change}" for row in rows)


def _counts(counts: dict[str, int], inputs: int, idle: int) -> str:
    """Count the fates; `idle` mutants change code that nothing here runs."""
    told = ", ".join(f"{counts[fate]} {fate}" for fate in _TOLD)
    aside = f" ({idle} change code that nothing here runs)" if idle else ""
    return (
        f"{counts['made']} mutants: {told}; for {counts['no_difference']} no difference was "
        f"observed on {inputs} inputs{aside}."
    )


def _matrix(rows: Sequence[GuardRow]) -> str:
    """Write the guards that noticed something, those alike in one line, and count the others."""
    shown = groupby([row for row in rows if row.noticed], key=_figures)
    table = tabulate(
        [(_names([row.name for row in alike]), *figures[1:]) for figures, alike in shown],
        ["guard", "asked", "noticed", "alone"],
        disable_numparse=True,
        colalign=("left", "right", "right", "right"),
    )
    return f"{table}\n{_idle(rows)}\n\n{LEGEND}"


def _figures(row: GuardRow) -> tuple[str, int, int, str]:
    return row.kind, row.asked, row.noticed, str(row.alone or "")


def _names(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def _idle(rows: Sequence[GuardRow]) -> str:
    """Count the guards that noticed nothing, kind by kind."""
    idle = groupby([row.kind for row in rows if not row.noticed])
    kinds = [f"{len(list(alike))} of kind {kind}" for kind, alike in idle]
    return f"Noticed nothing of what was left to them: {', '.join(kinds)}." if kinds else ""


def one_text(row: MutantRow) -> str:
    """Write what became of one mutant, and who noticed it."""
    fate = "no difference" if row.fate == "no_difference" else row.fate
    noticed = [f"  {name}: {why}" for name, why in row.noticed.items()]
    lines = [f"{row.id} {row.where}, line {row.line}: {fate}", f"  {row.change}", *noticed]
    return "\n".join(lines)
