"""What became of the mutants of a user's reward, as text for people."""

from __future__ import annotations

from typing import Any

from tabulate import tabulate

from audits.mutants import GuardRow, MutantRow
from audits.report.mutants_text import list_text, one_text
from audits.result import Result

FATES = ("killed", "timeout", "survived", "accepted")

LEGEND = """\
references: right answers are still paid in full; attacks: nothing wrong is newly paid, and nothing
newly fails. Each guard is asked about what those above it did not notice."""


def reward_mutants_text(result: Result) -> str:
    """Write how the target is called, the counts, who noticed, and what was accepted."""
    counts: dict[str, int] = result.extra.get("mutants", {})
    parts = [f"called as {result.extra['convention']}"] if "convention" in result.extra else []
    if not counts:
        return "\n\n".join([*parts, "No mutant was tried."])
    one: list[MutantRow] = result.extra.get("tried_mutant", [])
    parts.append(_counts(counts, result.extra.get("answers", {})))
    parts += [one_text(row) for row in one] or [_guards(result.extra.get("guards", []))]
    if paid := result.extra.get("already_paid"):
        parts.append(_already(paid, result.target))
    if lines := result.extra.get("untouched"):
        parts.append(_untouched(lines))
    if accepted := result.extra.get("accepted"):
        parts.append("Accepted survivors:\n" + list_text(accepted))
    return "\n\n".join(parts)


def _counts(counts: dict[str, int], answers: dict[str, int]) -> str:
    told = ", ".join(f"{counts[fate]} {fate}" for fate in FATES)
    lines = [f"{counts['made']} mutants: {told}, {counts['no_difference']} without a difference"]
    if answers:
        lines.append(
            f"tried on {answers['references']} references and {answers['others']} other answers "
            f"to {answers['attacked_rows']} of their rows"
        )
    return "\n".join(lines)


def _guards(rows: list[GuardRow]) -> str:
    shown: list[tuple[Any, ...]] = [(row.name, str(row.asked), str(row.noticed)) for row in rows]
    table = tabulate(
        shown,
        ["guard", "asked", "noticed"],
        disable_numparse=True,
        colalign=("left", "right", "right"),
    )
    return f"{table}\n\n{LEGEND}"


def _already(paid: int, target: str) -> str:
    return (
        f"{paid} attacks are paid by the reward as it is, and guard nothing here: "
        f"clawback audit {target} shows them."
    )


def _untouched(lines: dict[str, list[int]]) -> str:
    told = "; ".join(f"{module} {_spans(found)}" for module, found in lines.items())
    return f"Whatever was changed in these lines, every answer here earned the same:\n  {told}"


def _spans(lines: list[int]) -> str:
    """Write numbers, neighbours as a span."""
    spans: list[list[int]] = []
    for line in lines:
        if spans and line == spans[-1][-1] + 1:
            spans[-1].append(line)
        else:
            spans.append([line])
    return ", ".join(f"{s[0]}-{s[-1]}" if len(s) > 1 else str(s[0]) for s in spans)
