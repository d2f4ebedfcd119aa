"""Laws that every reward must keep: the same answer gets the same finite score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audits.findings import Finding, Reach, finding
from audits.rewards.judge import Attempt
from audits.rewards.outcome import Kind, Outcome, Reward, Sample
from audits.rules import Severity


def repeats_itself(reward: Reward, attempts: Sequence[Attempt]) -> Iterator[Finding]:
    """Score some attempts again, in another order: nothing may have changed (A, B, A)."""
    again = [one for one in attempts if not one.context][:: max(1, len(attempts) // 60)]
    scored = reward.score([[Sample(one.row, one.proposal.answer)] for one in reversed(again)])
    pairs = zip(reversed(again), (outcomes[0] for outcomes in scored), strict=True)
    moved = [(one, now) for one, now in pairs if _differs(one.outcome, now)]
    if moved:
        one, now = moved[0]
        yield finding(
            "R402",
            f"the same answer earned {one.outcome.told}, and {now.told} when scored again",
            "not repeatable",
            case=f"row {one.row.index}",
            earned=now.value,
            reference_earned=one.ceiling,
            reach=Reach(len({one.row.index for one, _ in moved}), len(again)),
            counterexample={"answer": one.proposal.answer},
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


def _differs(one: Outcome, other: Outcome) -> bool:
    return one.kind != other.kind or abs((one.value or 0.0) - (other.value or 0.0)) > 1e-9
