"""A gate's report as text for people: a row for each audit, what is new, what covers nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tabulate import tabulate

from audits.errors import one_line
from audits.gate.verdict import Gate
from audits.report.audit_text import finding_text
from audits.report.compare_text import compare_text
from audits.verdict import Verdict

HEAD = ("target", "audit", "tried", "new", "accepted", "leads", "verdict")

MOST = 20
"""How many new findings of an audit are shown; JSON has them all."""


def gate_text(gate: Gate) -> str:
    """Write the whole report."""
    parts = [
        _table(gate),
        *_moved(gate),
        *_new(gate),
        *_leads(gate),
        *_silent(gate),
        *_unchecked(gate),
    ]
    parts += [*_notes(gate), *_covers_nothing(gate)]
    return "\n\n".join([*parts, f"{gate.verdict}: {gate.why}."])


def _table(gate: Gate) -> str:
    rows = [
        (
            one.target,
            one.audit,
            one.tried,
            len(one.own),
            len(one.own_passed),
            len(one.leads),
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
        for found in result.new[:MOST]:
            yield finding_text(found, result.target)
        if (more := len(result.new) - MOST) > 0:
            yield f"... and {more} more of {result.target}; --format json has them all"


def _leads(gate: Gate) -> Iterator[str]:
    """Name what does not count, a line each; `clawback explain ID` shows one whole."""
    found = [(one, result) for result in gate.results for one in result.leads]
    lines = [
        f"  {one.fingerprint(result.target)} {one.rule} {one.severity} on {result.target}: "
        f"{one_line(one.title)}"
        for one, result in found[:MOST]
    ]
    if (more := len(found) - MOST) > 0:
        lines.append(f"  ... and {more} more; --format json has them all")
    if found:
        yield "Leads, which do not count (clawback explain ID shows one):\n" + "\n".join(lines)


def _notes(gate: Gate) -> Iterator[str]:
    if gate.notes:
        yield "Notes:\n" + "\n".join(f"  {one}" for one in gate.notes)


def _silent(gate: Gate) -> Iterator[str]:
    """Say of each why it was not judged; of a single one the verdict does."""
    silent = [one for one in gate.results if one.verdict is Verdict.INCONCLUSIVE]
    if len(silent) > 1:
        yield "Not judged:\n" + "\n".join(
            f"  {one.audit} of {one.target}: {one.why}" for one in silent
        )


def _unchecked(gate: Gate) -> Iterator[str]:
    """Say what was not checked of what was judged all the same."""
    judged = [one for one in gate.results if one.verdict is not Verdict.INCONCLUSIVE]
    lines = [f"  {one.audit} of {one.target}: {why}" for one in judged for why in one.reasons]
    if lines:
        yield "Not checked:\n" + "\n".join(lines)


def _covers_nothing(gate: Gate) -> Iterator[str]:
    sums = gate.acceptance
    for title, lines in (
        ("Accepted, and gone (clawback baseline prune takes them out)",
         [one.told for one in sums.stale]),
        ("Accepted, and not tried in this run", [one.told for one in sums.unseen]),
        ("Expired, so that they count again", sums.expired),
        ("Suppressions that nothing was held back by", [one.told for one in sums.unused]),
    ):  # fmt: skip
        if lines:
            yield f"{title}:\n" + "\n".join(f"  {line}" for line in lines)
