"""What laws are held against: a subject, on generated cases and on those that were given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from audits.laws.law import Subject
from audits.laws.tally import GENERATED, GIVEN, Breach

GIVEN_SHARE = 4
"""One trial in so many is on a case that was given; the others are on generated ones."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Cases of one origin, and how many trials are drawn on them."""

    name: str
    cases: SearchStrategy[Any]
    examples: int


@dataclass(frozen=True, slots=True)
class Setting:
    """What laws are held against, on which cases, how often."""

    subject: Subject
    cases: tuple[Any, ...]
    """Cases to be drawn beside the generated ones."""
    seed: int
    examples: int

    @property
    def pools(self) -> tuple[Pool, ...]:
        """Generated cases, then those given: apart, so that what a generated one shows is plain."""
        generated = self.subject.world.cases()
        if not self.cases:
            return (Pool(GENERATED, generated, self.examples),)
        share = -(-self.examples // GIVEN_SHARE)
        given = Pool(GIVEN, st.sampled_from(self.cases), share)
        rest = Pool(GENERATED, generated, self.examples - share)
        return (rest, given) if rest.examples else (given,)

    def seed_of(self, what: str, pool: Pool) -> str:
        """Name a draw's seed: the same whatever else is drawn."""
        return f"{self.seed}:{what}:{pool.name}"

    def pool_of(self, breach: Breach) -> Pool:
        """Find the cases that a breach was first shown on."""
        return next(pool for pool in self.pools if pool.name == breach.pool)
