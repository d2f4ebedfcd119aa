"""What was paid is asked for again before it counts: one call may have been paid by chance.

The plainest attempt of each mechanism is asked for again. Where one of them is not paid again, or
the reward is known not to repeat itself, all that were paid are; those that are not paid each time
are counted as not paid, and told under R402.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from audits.events import Counted
from audits.findings import Finding, Reach, finding
from audits.rewards.controls import Footing
from audits.rewards.judge import Attempt, plainest_paid
from audits.rewards.outcome import Kind, Outcome, Reward
from audits.rewards.tries import call_of

TWICE, THRICE = 2, 3
"""How often the plainest attempts are asked for again, and how often all that were paid."""

SAID = (Kind.VALUE, Kind.NONE)
"""How a call ends that says something of its answer: a failure of the call refutes nothing."""


class Confirmed(msgspec.Struct, frozen=True):
    """What was tried, with what it earned again where that was less; and what was told of it."""

    tried: list[Attempt]
    refuted: list[tuple[Attempt, Outcome]]
    """Attempts that were paid, each with an outcome of the same call that was not."""
    moved: list[Finding]
    """That the same answer earned differently, if it did."""


def confirmed(
    reward: Reward, ground: Footing, tried: Sequence[Attempt], moved: Sequence[Finding] = ()
) -> Confirmed:
    """Ask again for what was paid; `moved` is what is known already of a reward that changes."""
    if not moved and not _refuted(reward, ground, plainest_paid(tried), TWICE):
        return Confirmed(list(tried), [], [])
    paid = [one for one in tried if one.paid]
    refuted = _refuted(reward, ground, paid, THRICE)
    less = {id(one): outcome for one, outcome in refuted}
    kept = [
        msgspec.structs.replace(one, outcome=less[id(one)]) if id(one) in less else one
        for one in tried
    ]
    return Confirmed(kept, refuted, _told(moved, refuted))


def unproven(sure: Confirmed, selected: frozenset[str]) -> Counted:
    """Count what was not paid again, where the rule that tells of it is not selected."""
    lost = [one for one, _ in sure.refuted if one.proposal.rule in selected]
    if not lost or "R402" in selected:
        return Counted()
    why = (
        f"{len(lost)} attempts were paid once and not again, and say nothing (R402: the same "
        "answer earns differently when scored again)"
    )
    return Counted(could_not_run=len(lost), why=why)


def _refuted(
    reward: Reward, ground: Footing, paid: Sequence[Attempt], times: int
) -> list[tuple[Attempt, Outcome]]:
    placed = [call_of(ground, one) for one in paid]
    scored = reward.score([call for call, _ in placed for _ in range(times)])
    found = []
    for at, (one, (_, place)) in enumerate(zip(paid, placed, strict=True)):
        again = [outcomes[place] for outcomes in scored[times * at : times * (at + 1)]]
        less = next((outcome for outcome in again if _is_less(one, outcome)), None)
        found += [(one, less)] if less else []
    return found


def _is_less(one: Attempt, again: Outcome) -> bool:
    return again.kind in SAID and not msgspec.structs.replace(one, outcome=again).paid


def _told(moved: Sequence[Finding], refuted: list[tuple[Attempt, Outcome]]) -> list[Finding]:
    """Tell that the reward does not repeat itself, and what it paid only by that."""
    by_chance = sorted({one.proposal.attack for one, _ in refuted})
    once = {"paid once, and not again": by_chance} if by_chance else {}
    return [
        msgspec.structs.replace(found, counterexample=found.counterexample | once)
        for found in moved or list(_changed(refuted))
    ]


def _changed(refuted: list[tuple[Attempt, Outcome]]) -> Iterator[Finding]:
    for one, again in refuted[:1]:
        yield finding(
            "R402",
            f"the same answer earned {one.outcome.told}, and {again.told} when scored again",
            "not repeatable",
            case=f"row {one.row.index}",
            earned=again.value,
            reference_earned=one.ceiling,
            reach=Reach(len({made.row.index for made, _ in refuted}), len(refuted)),
            counterexample={"answer": one.proposal.answer},
        )
