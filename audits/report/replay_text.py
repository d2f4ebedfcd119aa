"""Saved findings, replays and a patch's checks as text for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tabulate import tabulate

from audits.replays import Replay, Status
from audits.replays.fix import Fix, Stopped, is_lead
from audits.report.audit_text import shown
from audits.store import Saved

MOST = 20
"""How many right answers are shown; JSON has them all."""


def saved_text(found: Sequence[Saved]) -> str:
    """Write the saved findings, a line each."""
    rows = [(one.id, one.finding.rule, one.finding.severity, one.target, one.finding.shape)
            for one in found]  # fmt: skip
    head = ("id", "rule", "severity", "target", "shape")
    return tabulate(rows, head) + "\n\nReplay one: clawback replay ID"


def replays_text(replays: Sequence[Replay]) -> str:
    """Write each replay with its reason, then what they add up to."""
    return "\n".join(line for one in replays for line in _lines(one))


def replays_why(replays: Sequence[Replay]) -> str:
    """Count replays by what they came to."""
    counts = Counter(one.status for one in replays)
    return ", ".join(f"{counts[status]} {status.lower()}" for status in Status if counts[status])


def _lines(one: Replay) -> list[str]:
    lines = [f"{one.status} {one.id} {one.rule} on {one.target}: {one.title}", f"  {_why(one)}"]
    return lines + ([f"  replay: {one.command}"] if one.status is not Status.FIXED else [])


def _why(one: Replay) -> str:
    return f"{one.why}: a {one.finding.severity}" if one.finding and is_lead(one) else one.why


def fix_text(fix: Fix) -> str:
    """Write the replays, what a fresh attack found, and the right answers that are denied now."""
    parts = [f"verify-fix of {fix.target}"]
    parts += [replays_text(fix.replays)] if fix.replays else ["Nothing was found before."]
    if fix.fresh:
        parts.append(
            "Found afresh:\n" + "\n".join(f"  {one.rule} {one.title}" for one in fix.fresh)
        )
    if fix.stopped:
        parts.append("Right answers that are not paid any more:\n" + "\n".join(_stopped(fix)))
    return "\n\n".join([*parts, f"{fix.verdict}: {fix.why}."])


def _stopped(fix: Fix) -> Iterator[str]:
    """Write each reference, and each way of re-writing one with the first row that shows it."""
    references = [one for one in fix.stopped if one.counts]
    for one in references[:MOST]:
        yield f"  row {one.row}, {one.told}: {_fall(one)}"
    if (more := len(references) - MOST) > 0:
        yield f"  ... and {more} more references; --format json has them all"
    ways = Counter(one.told for one in fix.stopped if not one.counts)
    for way, count in ways.items():
        first = next(one for one in fix.stopped if one.told == way)
        yield f"  {way}, on {count} rows (a lead; row {first.row}: {_fall(first)})"


def _fall(one: Stopped) -> str:
    earns = "is not scored" if one.earns is None else f"earns {one.earns:g}"
    return f"earned {one.earned:g}, {earns}: {shown(one.answer)}"
