"""What a piece of saved rollouts adds up to: sums by case, which add up to those of the whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import fsum

import msgspec

from audits.rescore.scorers import Scored
from audits.worlds import REFUND, Made, World

MOST_WHYS = 1_000
"""How many different reasons are kept why something was given no value."""


class Harm(msgspec.Struct):
    """What was done on one case, whatever a scorer says of it."""

    family: str
    rollouts: int = 0
    spoilt: int = 0
    measured: dict[str, int] = {}
    """By name, over all that were not spoilt, as counts or (`..._cents`) cents."""

    def add(self, other: Harm) -> None:
        """Add the same of more rollouts."""
        self.rollouts += other.rollouts
        self.spoilt += other.spoilt
        self.count(other.measured)

    def count(self, measured: Mapping[str, int]) -> None:
        """Add what was measured."""
        for name, value in measured.items():
            self.measured[name] = self.measured.get(name, 0) + value


class Earned(msgspec.Struct):
    """What one scorer gave on one case."""

    scored: int = 0
    total: float = 0.0
    """The sum of all values."""
    passed: int = 0
    """How many have full marks."""
    dead: int = 0
    """Scored, and marked dead."""

    def add(self, other: Earned) -> None:
        """Add the same of more rollouts."""
        self.scored += other.scored
        self.total = fsum((self.total, other.total))
        self.passed += other.passed
        self.dead += other.dead


class Tally(msgspec.Struct):
    """One scorer's sums."""

    name: str
    full: float
    cases: dict[str, Earned] = {}
    why: dict[str, None] = {}
    """Why some were given no value, each reason once."""
    convention: str | None = None

    def add(self, other: Tally) -> None:
        """Add the same of more rollouts."""
        for case, earned in other.cases.items():
            self.cases.setdefault(case, Earned()).add(earned)
        for why in other.why:
            if len(self.why) < MOST_WHYS:
                self.why[why] = None


class Sums(msgspec.Struct):
    """All that is kept of rollouts: its size goes with the number of cases, not of rollouts."""

    cases: dict[str, Harm] = {}
    tallies: list[Tally] = []
    harms: tuple[str, ...] = ()
    """What is measured beside the scores, by name."""

    def add(self, other: Sums) -> None:
        """Add the same of more rollouts; the scorers are the same."""
        self.harms = other.harms
        for case, harm in other.cases.items():
            self.cases.setdefault(case, Harm(harm.family)).add(harm)
        if not self.tallies:
            self.tallies = [Tally(one.name, one.full, convention=one.convention)
                            for one in other.tallies]  # fmt: skip
        for mine, more in zip(self.tallies, other.tallies, strict=True):
            mine.add(more)


def sums(rollouts: Sequence[Made], scored: Sequence[Scored], world: World = REFUND) -> Sums:
    """Add up what scorers gave some rollouts."""
    tallies = [_tally(rollouts, one) for one in scored]
    return Sums(_harm(world, rollouts), tallies, world.harms)


def _harm(world: World, rollouts: Sequence[Made]) -> dict[str, Harm]:
    made: dict[str, Harm] = {}
    for rollout in rollouts:
        case = rollout.case
        if (harm := made.get(case.id)) is None:
            harm = made[case.id] = Harm(str(case.family))
        harm.rollouts += 1
        if rollout.spoilt:
            harm.spoilt += 1
            continue
        harm.count(world.harm(rollout))
    return made


def _tally(rollouts: Sequence[Made], scored: Scored) -> Tally:
    tally = Tally(scored.name, scored.full, convention=scored.convention)
    values: dict[str, list[float]] = defaultdict(list)
    for rollout, score in zip(rollouts, scored.scores, strict=True):
        if score.value is not None:
            values[rollout.case.id].append(score.value)
            if score.dead:
                tally.cases.setdefault(rollout.case.id, Earned()).dead += 1
        elif score.why and not rollout.spoilt and len(tally.why) < MOST_WHYS:
            tally.why[score.why] = None
    for case, some in values.items():
        earned = tally.cases.setdefault(case, Earned())
        earned.scored, earned.total = len(some), fsum(some)
        earned.passed = sum(value >= scored.full for value in some)
    return tally
