"""A gate's report as text for people: a row for each audit, what is new, what covers nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tabulate import tabulate

from audits.gate.verdict import Gate
from audits.report.audit_text import finding_text
from audits.report.compare_text import compare_text
from audits.verdict import Verdict

HEAD = ("target", "audit", "tried", "new", "accepted", "leads", "verdict")

MOST = 20
"""How many new findings of an audit are shown; JSON has them all."""


def gate_text(gate: Gate) -> str:
    """Write the whole report."""
    parts = [_table(gate), *_moved(gate), *_new(gate), *_silent(gate), *_covers_nothing(gate)]
    return "\n\n".join([*parts, f"{gate.verdict}: {gate.why}."])


def _table(gate: Gate) -> str:
    rows = [
        (
            one.target,
            one.audit,
            one.tried,
            len(one.failing),
            len(one.accepted),
            len(one.findings) - len(one.failing) - len(one.accepted),
            one.verdict,
        )
        for one in gate.results
    ]
    return tabulate(rows, HEAD, disable_numparse=True)


def _moved(gate: Gate) -> Iterator[str]:
    for result in gate.results:
        if "strategies" in result.extra:
            yield f"{result.target}, {compare_text(result)}"


def _new(gate: Gate) -> Iterator[str]:
    for result in gate.results:
        for found in result.failing[:MOST]:
            yield finding_text(found, result.target)
        if (more := len(result.failing) - MOST) > 0:
            yield f"... and {more} more of {result.target}; --format json has them all"


def _silent(gate: Gate) -> Iterator[str]:
    silent = [one for one in gate.results if one.verdict is Verdict.INCONCLUSIVE]
    if silent:
        yield "Not judged:\n" + "\n".join(f"  {one.target}: {one.why}" for one in silent)


def _covers_nothing(gate: Gate) -> Iterator[str]:
    sums = gate.acceptance
    if sums.stale:
        lines = (
            f"  {one.fingerprint} {one.rule} on {one.target} ({one.what})" for one in sums.stale
        )
        yield "Accepted, and gone (clawback baseline prune takes them out):\n" + "\n".join(lines)
    if sums.expired:
        yield "Expired, so that they count again:\n" + "\n".join(f"  {o}" for o in sums.expired)
    if sums.unused:
        lines = (f"  {one.rule} ({one.reason})" for one in sums.unused)
        yield "Suppressions that nothing was held back by:\n" + "\n".join(lines)
