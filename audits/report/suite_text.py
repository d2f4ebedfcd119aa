"""All audits of a target as text for people: a row each, what was found, one verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabulate import tabulate

from audits.result import Result
from audits.rules import Severity
from audits.suite import SuiteReport
from audits.verdict import Verdict

HEAD = ("audit", "tried", "could not run", "errors", "warnings", "verdict")

MOST_FINDINGS = 10
"""How many findings are shown of each audit; its own verb and JSON show them all."""


def suite_text(report: SuiteReport, results: Sequence[Result]) -> str:
    """Write the summary, then each finding in two lines, then the verdict."""
    rows = [
        (row.audit, row.tried, row.could_not_run, row.errors, row.warnings, row.verdict)
        for row in report.summary
    ]
    parts = [
        f"All audits of {report.target} on {report.cases.count} cases of {report.cases.name} "
        f"({report.cases.digest[:12]}), seed {report.seed}",
        tabulate(rows, HEAD, colalign=("left", *("right" for _ in HEAD[2:]), "left")),
        *_why(report),
        *(text for result in results if (text := "\n".join(_found(result)))),
    ]
    return "\n\n".join([*parts, f"{report.verdict}: {report.why}."])


def _why(report: SuiteReport) -> list[str]:
    lines = [
        f"  {row.audit}: {row.why}" for row in report.summary if row.verdict is not Verdict.CLEAN
    ]
    return ["Not clean:\n" + "\n".join(lines)] if lines else []


def _found(result: Result) -> Iterator[str]:
    worth = [found for found in result.findings if found.severity is not Severity.NOTE]
    for found in worth[:MOST_FINDINGS]:
        yield f"{found.rule} {found.severity}: {found.title}"
        if found.replay:
            yield f"  replay: {found.replay}"
    if (more := len(worth) - MOST_FINDINGS) > 0:
        yield f"... and {more} more of {result.audit}; --format json has them all"
