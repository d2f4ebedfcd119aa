"""Rewards that only punish: right work earns 0 at best, and everything else less.

A share of nothing says nothing. Such a reward is counted from what idleness earns, so that idleness
earns 0 and right work more; the report says from where.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from attackers.rows import Mined, Row, Scene
from audits.rewards.controls import best_wrapping
from audits.rewards.outcome import Kind, Outcome, Reward, Sample, Shape
from audits.rewards.tries import proposals

IDLE = ("R101", "R201", "R301")
"""Rules whose attacks do nothing at all."""

ROWS = 4
"""On how many rows idleness is asked for what it earns."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """A reward, counted from `origin`. Satisfies `audits.rewards.outcome.Reward`."""

    inner: Reward
    origin: float

    @property
    def name(self) -> str:
        """The target."""
        return self.inner.name

    @property
    def shape(self) -> Shape:
        """What it reads."""
        return self.inner.shape

    @property
    def called(self) -> str:
        """How it is called."""
        return self.inner.called

    @property
    def mined(self) -> Mined:
        """What its code gives away."""
        return self.inner.mined

    @property
    def takes_gold(self) -> bool:
        """Whether it has a parameter for the right answer."""
        return self.inner.takes_gold

    def score(self, calls: Sequence[Sequence[Sample]]) -> list[list[Outcome]]:
        """Make the calls; finite scores are given as what they are above the origin."""
        return [[self._above(one) for one in outcomes] for outcomes in self.inner.score(calls)]

    def changes(self, calls: Sequence[Sequence[Sample]]) -> list[str]:
        """Make the calls, watched."""
        return self.inner.changes(calls)

    def _above(self, outcome: Outcome) -> Outcome:
        if outcome.value is None:
            return outcome
        return msgspec.structs.replace(outcome, value=outcome.value - self.origin)


def lifted(reward: Reward, rows: tuple[Row, ...]) -> Reward:
    """Return the reward, counted from what idleness earns if no reference earns more than 0."""
    told = tuple(row for row in rows if row.reference is not None)
    right = _values(best_wrapping(reward, told)[2])
    if not right or max(right) > 0 or min(right) < max(right):
        return reward
    idle = _values(_idle(reward, told[:ROWS]))
    if not idle or min(idle) >= max(right):
        return reward
    return Lifted(reward, min(idle))


def _idle(reward: Reward, rows: tuple[Row, ...]) -> list[Outcome]:
    samples = [
        Sample(row, one.answer)
        for row in rows
        for one in proposals(reward, Scene(row, rows, reward.mined))
        if one.rule in IDLE
    ]
    return [outcomes[0] for outcomes in reward.score([[sample] for sample in samples])]


def _values(outcomes: Sequence[Outcome]) -> list[float]:
    found = [one for one in outcomes if one.kind is Kind.VALUE]
    return [one.value for one in found if one.value is not None]
