"""Rewards around a reward: heard whenever it is lost, or counted from another origin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from attackers.rows import Mined, Row
from audits.events import Counted
from audits.rewards.outcome import Kind, Outcome, Reward, Sample, Shape


class Proxy:
    """A reward that passes everything on. Satisfies `audits.rewards.outcome.Reward`."""

    def __init__(self, inner: Reward) -> None:
        self.inner = inner

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
        """Make the calls."""
        return self.inner.score(calls)

    def changes(self, calls: Sequence[Sequence[Sample]]) -> list[str]:
        """Make the calls, watched."""
        return self.inner.changes(calls)


class Heard(Proxy):
    """A reward that counts the calls which never came back, whatever they were made for."""

    def __init__(self, inner: Reward) -> None:
        super().__init__(inner)
        self.lost = 0
        self.first = ""

    def score(self, calls: Sequence[Sequence[Sample]]) -> list[list[Outcome]]:
        """Make the calls, and count the lost ones."""
        made = self.inner.score(calls)
        for call, outcomes in zip(calls, made, strict=True):
            if outcomes[0].kind is Kind.LOST:
                self.lost += 1
                self.first = self.first or f"row {call[0].row.index}: {outcomes[0].detail}"
        return made


def lost_beside(heard: Sequence[Heard], counted: int) -> Counted:
    """Count the calls of some rewards that were lost beside those that are `counted` already."""
    more = sum(one.lost for one in heard) - counted
    if more <= 0:
        return Counted()
    first = next(one.first for one in heard if one.first)
    why = f"{more} calls beside the attacks never came back, the first of all on {first}"
    return Counted(could_not_run=more, why=why, lost=more)


class Lifted(Proxy):
    """A reward counted from an origin per row: finite scores are given as what they are above it.

    A row without an origin of its own has the lowest.
    """

    def __init__(self, inner: Reward, origins: Mapping[int, float]) -> None:
        super().__init__(inner)
        self.origins = dict(origins)
        self.lowest = min(self.origins.values())

    def score(self, calls: Sequence[Sequence[Sample]]) -> list[list[Outcome]]:
        """Make the calls, and lift what they earned."""
        made = self.inner.score(calls)
        return [
            [self._above(one, sample.row) for one, sample in zip(outcomes, call, strict=True)]
            for call, outcomes in zip(calls, made, strict=True)
        ]

    def _above(self, outcome: Outcome, row: Row) -> Outcome:
        if outcome.value is None:
            return outcome
        origin = self.origins.get(row.index, self.lowest)
        return msgspec.structs.replace(outcome, value=outcome.value - origin)
