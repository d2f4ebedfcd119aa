"""Laws that every reward must keep: the same answer gets the same finite score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from audits.dust import FLOAT_DUST
from audits.findings import Finding, Reach, finding
from audits.rewards.judge import Attempt
from audits.rewards.outcome import Kind, Outcome, Reward, Sample, Shape
from audits.rules import Severity


def repeats_itself(
    reward: Reward, attempts: Sequence[Attempt], known: bool = True
) -> Iterator[Finding]:
    """Score some attempts again, in another order, each around its reference (A, B, A, B).

    Nothing may have changed: not what was wrong after something right, nor the right one, nor, if
    it is `known` what references earn, the reference since it was first scored.
    """
    again = [one for one in attempts if not one.context][:: max(1, len(attempts) // 60)][::-1]
    moved = [(one, change) for one, change in _scored_again(reward, again, known) if change.moved]
    if moved:
        one, change = moved[0]
        rows = {attempt.row.index for attempt, _ in moved}
        yield finding(
            "R402",
            f"the same answer earned {change.before.told}, and {change.now.told} when scored again",
            "not repeatable",
            case=f"row {one.row.index}",
            earned=change.now.value,
            reference_earned=one.ceiling,
            reach=Reach(len(rows), len({attempt.row.index for attempt in again})),
            counterexample={"answer": change.answer},
        )


class _Change(NamedTuple):
    """What an answer earned at two times."""

    answer: Any
    before: Outcome
    now: Outcome
    scale: float
    """What the reference earns: differences are told apart from float dust by it."""

    @property
    def moved(self) -> bool:
        return _differs(self.before, self.now, self.scale)


def _scored_again(
    reward: Reward, again: Sequence[Attempt], known: bool
) -> Iterator[tuple[Attempt, _Change]]:
    pairs = [(one.proposal.answer, one.row.reference) for one in again]
    calls = [
        [Sample(one.row, answer)]
        for one, pair in zip(again, pairs, strict=True)
        for answer in pair * 2
    ]
    scored = [outcomes[0] for outcomes in reward.score(calls)]
    for at, (one, (wrong, right)) in enumerate(zip(again, pairs, strict=True)):
        a, b, a_again, b_again = scored[4 * at : 4 * at + 4]
        scale = abs(one.ceiling)
        yield one, _Change(wrong, one.outcome, a, scale)
        yield one, _Change(wrong, a, a_again, scale)
        yield one, _Change(right, b, b_again, scale)
        if known and reward.shape is not Shape.BATCHED_TEXT and b.kind is Kind.VALUE:
            yield one, _Change(right, Outcome(Kind.VALUE, one.ceiling), b, scale)


WATCHED = 24
"""How many attempts are watched for whether the reward changes what it is given."""


def leaves_its_input(reward: Reward, attempts: Sequence[Attempt]) -> Iterator[Finding]:
    """R404: after a call, an argument is no longer what it was; the reference's rows come first."""
    rows = {one.row.index: one for one in attempts}
    watched = list(rows.values())[:WATCHED] + list(attempts[:: max(1, len(attempts) // WATCHED)])
    calls = [[Sample(one.row, one.row.reference)] for one in watched[: len(rows)]]
    calls += [[Sample(one.row, one.proposal.answer)] for one in watched]
    told = reward.changes(calls)
    moved = [(call[0], names) for call, names in zip(calls, told, strict=True) if names]
    if moved:
        sample, names = moved[0]
        yield finding(
            "R404",
            f"the reward changes its own arguments: {names}",
            "input changed",
            case=f"row {sample.row.index}",
            reach=Reach(len({one.row.index for one, _ in moved}), len(rows)),
            counterexample={"answer": sample.answer},
        )


def stays_finite(attempts: Sequence[Attempt]) -> Iterator[Finding]:
    """D205: a score that is NaN or infinite."""
    odd = [one for one in attempts if one.outcome.kind is Kind.NOT_FINITE]
    if odd:
        yield finding(
            "D205",
            f"a score came back as {odd[0].outcome.detail or 'not finite'}",
            "not finite",
            case=f"row {odd[0].row.index}",
            reference_earned=odd[0].ceiling,
            reach=_reach(odd, attempts),
            counterexample={"answer": odd[0].proposal.answer},
        )


def answers_always(attempts: Sequence[Attempt]) -> Iterator[Finding]:
    """An answer on which the reward raises, hangs or returns no reward: it ends a training run."""
    for kind, told in (
        (Kind.RAISED, "raises"),
        (Kind.LOST, "is lost"),
        (Kind.INVALID, "is no reward"),
    ):
        odd = [one for one in attempts if one.outcome.kind is kind]
        if odd:
            yield finding(
                "R403",
                f"the reward {told} on an odd answer: {odd[0].outcome.detail[:120]}",
                told,
                severity=Severity.WARNING,
                case=f"row {odd[0].row.index}",
                reference_earned=odd[0].ceiling,
                reach=_reach(odd, attempts),
                counterexample={"answer": odd[0].proposal.answer},
            )


def _reach(odd: Sequence[Attempt], attempts: Sequence[Attempt]) -> Reach:
    return Reach(len({one.row.index for one in odd}), len({one.row.index for one in attempts}))


def _differs(one: Outcome, other: Outcome, scale: float) -> bool:
    if Kind.LOST in (one.kind, other.kind):  # a slow machine may be why: counted, and no proof
        return False
    apart = abs((one.value or 0.0) - (other.value or 0.0))
    return one.kind != other.kind or apart > FLOAT_DUST * scale
