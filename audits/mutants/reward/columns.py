"""What references and attacks notice of a mutant: a verdict that changes, never a mere number."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from audits.dust import FLOAT_DUST
from audits.mutants.reward.inputs import Input, Is
from audits.rewards.judge import Attempt, proven
from audits.rewards.outcome import Kind, Outcome

FAILS = frozenset({Kind.RAISED, Kind.INVALID, Kind.NOT_FINITE})
"""Ways to end on which a guard stumbles."""


def same(one: Outcome, other: Outcome) -> bool:
    """Tell whether two outcomes are alike; what an exception says does not matter."""
    return one.kind is other.kind and abs((one.value or 0.0) - (other.value or 0.0)) <= FLOAT_DUST


def references_notice(references: Sequence[Input], now: Sequence[Outcome]) -> str | None:
    """Say which reference is no longer paid what it was paid, if one is not."""
    for one, outcome in zip(references, now, strict=True):
        if outcome.value is None or outcome.value < one.ceiling - FLOAT_DUST:
            return f"row {one.row.index}'s reference is paid {outcome.told}, not {one.ceiling:g}"
    return None


class Attacks:
    """The attacks as a guard: what is proven wrong and paid must be so before the change too."""

    def __init__(self, inputs: Sequence[Input], before: Sequence[Outcome]) -> None:
        self._inputs, self._before = inputs, before
        self._paid = {_key(one) for one in proven(self._with(before, {}))}

    @property
    def already(self) -> int:
        """How many attacks are paid by the reward as it is."""
        return len({(rule, attack) for rule, attack, _ in self._paid})

    def notice(self, now: Sequence[Outcome], ceilings: dict[int, float]) -> str | None:
        """Say what is newly paid, or newly fails; `ceilings` are what references earn now."""
        if all(map(same, self._before, now)):
            return None
        for one in proven(self._with(now, ceilings)):
            if _key(one) not in self._paid:
                attack, row = one.proposal.attack, one.row.index
                return f"{attack} is newly paid {one.outcome.told} on row {row}"
        for given, before, outcome in zip(self._inputs, self._before, now, strict=True):
            if _is_attack(given) and outcome.kind in FAILS and before.kind not in FAILS:
                return f"{given.by} on row {given.row.index}: {outcome.kind} {outcome.detail[:80]}"
        return None

    def _with(self, outcomes: Sequence[Outcome], ceilings: dict[int, float]) -> list[Attempt]:
        """Put outcomes into the attempts that they are of."""
        return [
            msgspec.structs.replace(
                one.attempt, outcome=outcome, ceiling=ceilings.get(one.row.index, one.ceiling)
            )
            for one, outcome in zip(self._inputs, outcomes, strict=True)
            if one.attempt is not None and _is_attack(one)
        ]


def _is_attack(given: Input) -> bool:
    return given.kind in (Is.WRONG, Is.LEAD)


def _key(attempt: Attempt) -> tuple[str, str, int]:
    return attempt.proposal.rule, attempt.proposal.attack, attempt.row.index
