"""What a sweep's rows add up to: one verdict, what is proven before what could not be checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from audits.findings import Finding
from audits.result import Result, counted
from audits.rules import Severity
from audits.sweep.lines import Line
from audits.sweep.run import Row
from audits.verdict import Verdict

_ORDER = list(Severity)


class Sweep(msgspec.Struct, frozen=True, kw_only=True):
    """A finished sweep, or as much of it as there is."""

    rows: list[Row]
    """In the order of their lines."""
    missing: list[Line]
    """What an interrupted sweep did not come to."""
    verdict: Verdict
    why: str

    def document(self) -> dict[str, Any]:
        """Return the documented JSON, its first keys left out."""
        return {
            "rows": [_told(row) for row in self.rows],
            "not_run": [line.task.ask.target for line in self.missing],
            "results": [row.result.document() for row in self.rows],
            "verdict": self.verdict,
            "why": self.why,
        }


GOES_ON = "the same command goes on from here"
FRESH_BEGINS_ANEW = "the same command without --fresh goes on from here"
NOTHING_KEPT = "nothing of it is kept: the same command begins anew"


def sweep_of(lines: Sequence[Line], made: Sequence[Row], then: str = GOES_ON) -> Sweep:
    """Add rows up; a line without one was not come to, since somebody interrupted.

    `then` says what becomes of an interrupted sweep.
    """
    rows = sorted(made, key=lambda row: row.line)
    there = {row.line for row in rows}
    missing = [line for line in lines if line.number not in there]
    verdicts = Counter(row.result.verdict for row in rows)
    if missing:
        verdict = Verdict.INTERRUPTED
    else:
        order = (Verdict.FINDINGS, Verdict.INCONCLUSIVE, Verdict.CLEAN)
        verdict = next(one for one in order if verdicts[one])
    why = _why(rows, len(missing), verdicts, then)
    why += "; finding nothing is no proof" if verdict is Verdict.CLEAN else ""
    return Sweep(rows=rows, missing=missing, verdict=verdict, why=why)


def _why(rows: Sequence[Row], missing: int, verdicts: Counter[Verdict], then: str) -> str:
    reused = sum(row.reused for row in rows)
    counts = (
        f"{counted(len(rows), 'target')}: {verdicts[Verdict.FINDINGS]} with findings, "
        f"{verdicts[Verdict.INCONCLUSIVE]} not judged, {verdicts[Verdict.CLEAN]} clean; "
        f"{len(rows) - reused} run, {reused} reused"
    )
    if missing:
        return f"{counts}; interrupted with {missing} to go: {then}"
    return counts


def worst(result: Result) -> Finding | None:
    """Return a result's worst finding: the gravest, and of those the one that reaches furthest."""
    ranked = sorted(
        result.findings, key=lambda f: (_ORDER.index(f.severity), -f.reach.rows / (f.reach.of or 1))
    )
    return ranked[0] if ranked else None


def count(result: Result, severity: Severity) -> int:
    """Count a result's findings of one severity."""
    return sum(found.severity is severity for found in result.findings)


def _told(row: Row) -> dict[str, Any]:
    result, gravest = row.result, worst(row.result)
    return {
        "line": row.line,
        "target": result.target,
        "verdict": result.verdict,
        "errors": count(result, Severity.ERROR),
        "warnings": count(result, Severity.WARNING),
        "notes": count(result, Severity.NOTE),
        "worst": f"{gravest.rule} {gravest.title}" if gravest else None,
        "seconds": round(row.seconds, 3),
        "reused": row.reused,
        "why": result.why,
    }
