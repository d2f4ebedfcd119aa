"""What is checked of the settlement desk at one call."""

from __future__ import annotations

from audits.laws.law import Broken, NotApplicableError, Subject
from audits.laws.relations import same
from audits.laws.settlement.calls import READS
from audits.laws.settlement.walk import Step
from desk.settlement import Capture, Ledger, replayed

TICKS = {**dict.fromkeys(READS, 1), "probe_processor": 5}
"""What takes time beside waiting; by the benchmark's description."""


def log_only_grows(_subject: Subject, step: Step) -> Broken | None:
    """Hold the log after a call against the one before it."""
    before, after = step.before, step.after
    grown = after.log[len(before.log) :]
    if after.log[: len(before.log)] != before.log or len(grown) != (not step.closed):
        return Broken("the log does not grow by the call that was taken")
    if grown and grown[0].action != step.call.tool:
        return Broken("the log names another call")
    return Broken("the log does not verify") if after.rollout().log_fault() else None


def after_the_end(subject: Subject, step: Step) -> Broken | None:
    """Hold a call after the end against nothing at all."""
    before, after = step.before, step.after
    if not step.closed:
        raise NotApplicableError
    if (before.now, before.log, before.end) != (after.now, after.log, after.end):
        return Broken("a call after the end changes clock, log or books")
    score = subject.scorer.score
    return same(score(before.rollout()), score(after.rollout()), "a call after the end")


def clock(_subject: Subject, step: Step) -> Broken | None:
    """Hold the ticks that a call took against what it should take."""
    if step.closed:
        raise NotApplicableError
    tool = step.call.tool
    ticks = step.call.args["ticks"] if tool == "wait" else TICKS.get(tool, 0)
    if step.after.now - step.before.now == ticks:
        return None
    return Broken("a call takes other than its time")


def idempotence(_subject: Subject, step: Step) -> Broken | None:
    """Hold a retry under a live key against nothing at all."""
    if step.call.tool != "retry_capture" or step.closed:
        raise NotApplicableError
    key, captures = step.call.args["key"], step.before.end.captures
    live = [one for one in captures if one.ref == key and _is_live(one, step.before.now)]
    if not live:
        raise NotApplicableError
    if step.answer is False and step.after.end.captures == captures:
        return None
    return Broken("a retry under a live key charges again")


def _is_live(capture: Capture, now: int) -> bool:
    return capture.settles or capture.resolves_at > now


def authority(_subject: Subject, step: Step) -> Broken | None:
    """Hold the authority's answer against what is so."""
    if step.call.tool != "probe_processor" or step.closed:
        raise NotApplicableError
    asked = [one for one in step.before.end.captures if one.ref == step.call.args["ref"]]
    last = asked[-1] if asked else None
    if last is None or last.resolves_at > step.after.now:
        right = "unknown"
    else:
        right = "settled" if last.settles else "failed"
    return None if step.answer == right else Broken("the authority says what is not so")


def foresight(_subject: Subject, step: Step) -> Broken | None:
    """Hold what a system shows against what has happened."""
    if step.call.tool not in READS or step.closed:
        raise NotApplicableError
    past = [one.settles for one in step.before.end.captures if one.resolves_at <= step.after.now]
    told = step.answer
    settled = (
        told.settled if isinstance(told, Ledger) else told == "settled" or told in range(1, 99)
    )
    failed = told.reversed if isinstance(told, Ledger) else told == "failed"
    if (settled and True not in past) or (failed and False not in past):
        return Broken("a system shows an outcome before it happened")
    return None


def replay(_subject: Subject, step: Step) -> Broken | None:
    """Make the log's calls again."""
    made = step.after.rollout()
    if replayed(made.case, made.log) == step.after.end:
        return None
    return Broken("the log does not come to the end that the desk is at")
