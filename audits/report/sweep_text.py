"""A sweep's report as text for people: a row for each target, what was not judged, the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from tabulate import tabulate

from audits.report.audit_text import finding_text
from audits.result import Result
from audits.rules import Severity
from audits.sweep.run import Row
from audits.sweep.verdict import Sweep, count, worst
from audits.verdict import Verdict

HEAD = ("line", "target", "verdict", "errors", "warnings", "notes", "worst finding", "seconds", "")
ALIGN = ("right", "left", "left", "right", "right", "right", "left", "right", "left")

WIDEST = 48
"""Characters of a target's name or of a finding's title that the table shows."""

LONGEST = 240
"""Characters of a reason that the text shows."""

MOST = 20
"""How many targets' findings, or reasons, the text shows; JSON has them all."""


def sweep_text(sweep: Sweep) -> str:
    """Write the whole report."""
    parts = [_table(sweep), *_worst(sweep), *_silent(sweep), *_missing(sweep)]
    return "\n\n".join([*parts, f"{sweep.verdict}: {sweep.why}."])


def _table(sweep: Sweep) -> str:
    rows = [_cells(row) for row in sweep.rows]
    return tabulate(rows, HEAD, disable_numparse=True, colalign=ALIGN) if rows else "Nothing yet."


def _cells(row: Row) -> tuple[str, ...]:
    result, gravest = row.result, worst(row.result)
    return (
        str(row.line),
        _short(result.target),
        result.verdict,
        *(str(count(result, severity)) for severity in Severity),
        _short(f"{gravest.rule} {gravest.title}") if gravest else "-",
        f"{row.seconds:.1f}",
        "reused" if row.reused else "run",
    )


def _short(text: str, most: int = WIDEST) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _worst(sweep: Sweep) -> Iterator[str]:
    """Show the worst finding of each target that has any that counts."""
    failing = [row.result for row in sweep.rows if row.result.verdict is Verdict.FINDINGS]
    for result in failing[:MOST]:
        if gravest := worst(result):
            yield f"{result.target}\n{finding_text(gravest, result.target)}{_more(result)}"
    if (more := len(failing) - MOST) > 0:
        yield f"... and {more} more targets with findings; --format json has them all"


def _more(result: Result) -> str:
    more = len(result.findings) - 1
    return f"\n  and {more} more; clawback audit shows them" if more else ""


def _silent(sweep: Sweep) -> Iterator[str]:
    silent = [row for row in sweep.rows if row.result.verdict is Verdict.INCONCLUSIVE]
    if silent:
        lines = [
            f"  {row.line}. {row.result.target}: {_short(row.result.why, LONGEST)}"
            for row in silent[:MOST]
        ]
        if (more := len(silent) - MOST) > 0:
            lines.append(f"  ... and {more} more; --format json has them all")
        yield "Not judged:\n" + "\n".join(lines)


def _missing(sweep: Sweep) -> Iterator[str]:
    if sweep.missing:
        names = [line.task.ask.target for line in sweep.missing]
        more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
        yield f"Not run: {', '.join(names[:MOST])}{more}"
