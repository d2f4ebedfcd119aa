"""The attack suite: every agent plays every case, and what it earned stands beside the reference.

Knows no format: the engine yields one row per agent, and `audits.attacks.summary` makes of the rows
what there is to say, be they all or those before a Ctrl-C.

An agent that raised earns here what its rollout earned until then: whoever can be paid and crash
can be paid without crashing, so a crash must not hide a hole. It is marked in its row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import fmean
from typing import Any

from msgspec.structs import replace

from attackers import Agent, Role
from audits.attacks.rows import AgentRow, AgentVerdict, RolloutRow
from audits.attacks.seats import Seat
from audits.dust import FLOAT_DUST
from audits.errors import CannotAuditError
from audits.guests import Lost
from audits.target import Target
from desk import Rollout

DEFAULT_MARGIN = 0.05
"""How near to the reference's reward an attacker's may come, as a fraction of one."""


def attack(target: Target, seats: Iterable[Seat], margin: float) -> Iterator[AgentRow]:
    """Yield one row per agent, the reference's first; the others are held against it.

    Raises `CannotAuditError` for a margin that is no fraction: nobody comes within NaN.
    """
    if not 0 <= margin <= 1:
        raise CannotAuditError(f"margin: expected a fraction from 0 to 1, got {margin}")
    seats = sorted(seats, key=lambda taken: taken.agent.role is not Role.REFERENCE)
    bar: float | None = None
    for taken in seats:
        rollouts = list(taken.play(target.cases.cases))
        row = _row(target, taken.agent, rollouts)
        verdict = _verdict(row, target.scorer.full_marks, bar)
        if verdict is AgentVerdict.BASELINE and _is_paid(row, bar):
            fails = _share_wrong(target, rollouts) > margin + FLOAT_DUST
            verdict = AgentVerdict.PAID if fails else verdict
        if verdict is AgentVerdict.FULL_MARKS and row.reward is not None:
            bar = row.reward - margin - FLOAT_DUST
        yield replace(row, verdict=verdict)


def _is_paid(row: AgentRow, bar: float | None) -> bool:
    return bar is not None and row.reward is not None and row.reward >= bar


def _share_wrong(target: Target, rollouts: list[Rollout[Any, Any] | Lost]) -> float:
    """Measure on how many cases an agent fails, as a fraction, by the desk's own yardstick.

    On cases that ask for nothing else a baseline may do right work, and is paid as it should be.
    """
    wrong = sum(isinstance(made, Lost) or bool(target.wrongs(made)) for made in rollouts)
    return wrong / len(rollouts)


def _row(target: Target, agent: Agent[Any], rollouts: list[Rollout[Any, Any] | Lost]) -> AgentRow:
    rows = [_scored(target, rollout) for rollout in rollouts]
    scored = [row for row in rows if row.reward is not None]
    metrics = [target.scorer.measure(made) for made in rollouts if not isinstance(made, Lost)]
    return AgentRow(
        name=agent.name,
        role=agent.role,
        needs=agent.needs,
        trick=agent.trick,
        reward=_mean(row.reward for row in scored if row.reward is not None),
        terms={
            term.name: _mean(row.terms[term.name] for row in scored) or 0.0
            for term in target.scorer.terms
        },
        metrics={
            name: sum(measured[name] for measured in metrics) for name in target.scorer.metrics
        },
        verdict=AgentVerdict.NOT_PAID,
        planned=len(target.cases.cases),
        scored=len(scored),
        dead=sum(row.dead for row in rows),
        failed=sum(row.failure is not None for row in rows),
        rollouts=rows,
    )


def _mean(values: Iterable[float]) -> float | None:
    """Mean to six places: enough to tell 320 rollouts of four places apart, and no float dust."""
    values = list(values)
    return round(fmean(values), 6) if values else None


def _scored(target: Target, made: Rollout[Any, Any] | Lost) -> RolloutRow:
    case = made.case
    if isinstance(made, Lost):
        nothing = {term.name: 0.0 for term in target.scorer.terms}
        return RolloutRow(
            case.id, case.family, case.expect.kind, None, nothing, True, made.why, made.why
        )
    score = target.scorer.score(_until_its_failure(made))
    failure = f"{made.failure.kind}: {made.failure.detail}" if made.failure else None
    return RolloutRow(
        case.id,
        case.family,
        case.expect.kind,
        score.value,
        dict(score.terms),
        score.dead,
        score.why,
        failure,
    )


def _until_its_failure(rollout: Rollout[Any, Any]) -> Rollout[Any, Any]:
    if rollout.failure is None:
        return rollout
    alive: Rollout[Any, Any] = replace(rollout, failure=None)
    return alive


def _verdict(row: AgentRow, full: float, bar: float | None) -> AgentVerdict:
    """Hold a row against the bar; without a reference at full marks there is none."""
    if row.role == Role.REFERENCE:
        at_full = all(made.reward == full for made in row.rollouts)
        return AgentVerdict.FULL_MARKS if at_full else AgentVerdict.NOT_FULL
    if row.role == Role.BASELINE:
        return AgentVerdict.BASELINE
    if bar is None:
        return AgentVerdict.NOT_JUDGED
    if _is_paid(row, bar):
        return AgentVerdict.PAID
    if row.scored < row.planned or (row.failed and _at_best(row, full) >= bar):
        return AgentVerdict.COULD_NOT_RUN
    return AgentVerdict.NOT_PAID


def _at_best(row: AgentRow, full: float) -> float:
    """What its mean could have been had none of its rollouts failed: a crash must hide no hole."""
    return fmean(full if made.failure else made.reward or 0.0 for made in row.rollouts)
