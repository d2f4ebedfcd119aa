"""What a law is: a property that every scorer of this kind, or its desk, must keep.

A law says how its trials are drawn and how one is judged; it knows no engine and no report. Each
carries canaries: broken twins of the subject that it must catch, or what it says is worth nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from audits.laws.trial import Trial
from audits.laws.worlds import WORLDS, World
from desk.refund import RefundDesk
from scorer import Score, Scorer

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from audits.laws.walk import Step


@dataclass(frozen=True, slots=True)
class Subject:
    """What a law is held against: a scorer, and the desk whose rollouts it scores."""

    scorer: Scorer[Any]
    desk: type[Any] = RefundDesk
    world: World = WORLDS["refund"]

    @classmethod
    def of(cls, scorer: Scorer[Any], desk: str) -> Subject:
        """Put a scorer together with the desk of a name."""
        world = WORLDS[desk]
        return cls(scorer, world.desk, world)


class AppliesTo(StrEnum):
    """Whose law it is."""

    SCORER = "any scorer"
    REFUND_SCORER = "a refund desk's scorer"
    DESK = "the refund desk"
    SETTLEMENT_SCORER = "a settlement desk's scorer"
    SETTLEMENT_DESK = "the settlement desk"


DESKS = frozenset({AppliesTo.DESK, AppliesTo.SETTLEMENT_DESK})
"""Where what is broken is a desk, and no scorer."""


class Broken(msgspec.Struct, frozen=True):
    """How a law was broken by one trial."""

    how: str
    """The mechanism in words, without numbers: findings of one mechanism are one finding."""
    earned: Score | None = None
    """What the rollout earned that breaks the law."""
    against: Score | None = None
    """What the rollout earned that it is held against."""
    terms: tuple[str, ...] = ()
    """The terms that moved as they should not; each is a mechanism of its own."""
    doubt: str = ""
    """Why people of sense may differ: then it is a lead, and no error."""

    @property
    def shape(self) -> str:
        """What happened, by which terms, in one line."""
        return f"{self.how} by {', '.join(self.terms)}" if self.terms else self.how

    @property
    def mechanisms(self) -> tuple[str, ...]:
        """The shapes of the findings that this is: one for each term that moved, or one."""
        return tuple(f"{self.how} by {term}" for term in self.terms) or (self.how,)


class NotApplicableError(Exception):
    """Raised by a check for a trial of which its law says nothing."""


class IncomparableError(Exception):
    """Raised by a check where scores cannot be put in order: the law could not be checked."""


Check = Callable[[Subject, Trial], Broken | None]
Twist = Callable[[Subject], Subject]
StepCheck: TypeAlias = "Callable[[Subject, Step], Broken | None]"


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """One law."""

    name: str
    statement: str
    """The law in one sentence."""
    why: str
    applies_to: AppliesTo
    trials: Callable[[SearchStrategy[Any]], SearchStrategy[Trial]]
    """Draws trials, given a strategy of cases."""
    check: Check
    """Judges one trial: None if the law holds; raises `NotApplicableError`, `IncomparableError`."""
    canaries: Mapping[str, Twist]
    """What each broken twin does -> how to make it of a subject."""
    step: StepCheck | None = None
    """For a law of the desk: judges one call, so that a state machine can check it as it goes."""
