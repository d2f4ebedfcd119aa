"""Replaying a saved finding: its own command, run again on the code as it is now.

FIXED is said only if the audit was made to its end and tried the same thing again; what could not
be tried is an ERROR.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from audits.errors import CannotAuditError
from audits.findings import Finding
from audits.provenance import respelled
from audits.replays.rerun import rerun
from audits.result import Result
from audits.rewards.heard import NOTHING
from audits.rules import Severity
from audits.store import Saved
from audits.verdict import Verdict


class Status(StrEnum):
    """What a replay came to."""

    FIXED = "FIXED"
    """Tried again, and not found any more."""
    FAILED = "FAILED"
    """Found again."""
    ERROR = "ERROR"
    """Could not be tried again."""

    @property
    def verdict(self) -> Verdict:
        """The verdict that says the same."""
        return {
            Status.FIXED: Verdict.CLEAN,
            Status.FAILED: Verdict.FINDINGS,
            Status.ERROR: Verdict.INCONCLUSIVE,
        }[self]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """One finding, replayed."""

    id: str
    rule: str
    target: str
    status: Status
    title: str
    why: str
    command: str
    finding: Finding | None = None
    """The finding as it is now, if it is there still."""


def replay(saved: Saved, store: Path) -> Replay:
    """Run a finding's command again, from the folder where it was run, and say what came of it."""
    command = saved.finding.replay or shlex.join(["clawback", *saved.words])
    status, why, now = _tried(saved, command, store)
    return Replay(
        id=saved.id,
        rule=saved.finding.rule,
        target=respelled(saved.target, (store / saved.folder).resolve(), Path.cwd()),
        status=status,
        title=saved.finding.title,
        why=why,
        command=command,
        finding=now,
    )


def _tried(saved: Saved, command: str, store: Path) -> tuple[Status, str, Finding | None]:
    try:
        results = rerun(shlex.split(command)[1:], (store / saved.folder).resolve())
    except (CannotAuditError, ValueError) as error:  # the second: a quote without its end
        return Status.ERROR, f"{error}", None
    return judged(saved, results)


def judged(saved: Saved, results: Sequence[Result]) -> tuple[Status, str, Finding | None]:
    """Say what a run of the same audit says of a finding."""
    for result in results:
        for found in result.findings:
            if found.fingerprint(result.target) == saved.id:
                return Status.FAILED, "it is found again", found
            if found.rule == saved.finding.rule and _names(found, saved.finding.shape):
                return Status.FAILED, f"it is found again, under {found.shape}", found
    silent = next(filter(_silent, results), None)
    if silent is not None:
        return Status.ERROR, silent.why, None
    tried = {name for one in results for name in one.strategies}
    if saved.finding.shape in saved.strategies and saved.finding.shape not in tried:
        return Status.ERROR, "these rows give nothing to try it on any more", None
    return Status.FIXED, "tried again, and not found", None


def results_of(replays: Sequence[Replay]) -> list[Result]:
    """Return replays as results, one for each target, for the formats that show findings."""
    results = {one.target: Result(audit="replay", target=one.target, seed=0) for one in replays}
    for one in replays:
        result = results[one.target]
        result.tried += one.status is not Status.ERROR
        result.could_not_run += one.status is Status.ERROR
        if one.status is Status.ERROR:
            result.reasons = [*result.reasons, f"{one.id}: {one.why}"]
        if one.finding is not None:
            worst = msgspec.structs.replace(one.finding, severity=Severity.ERROR)
            result.findings = [*result.findings, worst]
        result.extra = {"rules": result.extra.get("rules", {}) | {one.rule: NOTHING}}
    return list(results.values())


def _silent(result: Result) -> bool:
    return result.verdict in (Verdict.INCONCLUSIVE, Verdict.INTERRUPTED)


def _names(found: Finding, shape: str) -> bool:
    return shape in found.counterexample.get("also paid", ())
