"""What a scorer is: weighted terms over evidence, and a guard that knows a dead rollout.

A `Scorer` first asks its guard whether the rollout is dead; only a live one is read into evidence
and put to the terms. `None` means not scored, and is never the same as 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

import msgspec

from desk import FrozenDict, Rollout

E = TypeVar("E")

PLACES = 4
"""Decimal places that the reward of a rollout is rounded to (the published rule)."""


@dataclass(frozen=True, slots=True)
class Term(Generic[E]):
    """One question put to the evidence.

    `judge` returns a fraction from 0 to 1 and may read nothing but the evidence it is given. For
    example `Term("settled", 0.7, "Did exactly what was owed happen?", settled)`.
    """

    name: str
    weight: float
    question: str
    judge: Callable[[E], float]
    code: str = ""
    """A short name for a table's head and for `--without`, e.g. `r0`."""
    limit: str = ""
    """What a full mark in this term does not show."""


@dataclass(frozen=True, slots=True)
class Death:
    """A guard's word that a rollout is dead: what it is given instead of a score, and why."""

    value: float | None
    why: str


Guard = Callable[[Rollout[Any, Any]], Death | None]


class Score(msgspec.Struct, frozen=True):
    """What one rollout earned. `value` None: not scored. `dead` True: no ordinary score."""

    value: float | None
    terms: Mapping[str, float]
    dead: bool = False
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Scorer(Generic[E]):
    """Terms, how to read a rollout into their evidence, and a guard against dead rollouts."""

    name: str
    terms: tuple[Term[E], ...]
    read: Callable[[Rollout[Any, Any], bool], E]
    """Reads a rollout into evidence; told whether the guard has called it dead."""
    guard: Guard
    metrics: Mapping[str, Callable[[E], int]] = field(default_factory=dict)
    """Measurements shown beside the reward (cents or counts a rollout); they earn nothing."""

    @property
    def full_marks(self) -> float:
        """The most a rollout can earn: the sum of the weights."""
        return round(sum(term.weight for term in self.terms), PLACES)

    def score(self, rollout: Rollout[Any, Any]) -> Score:
        """Score one rollout."""
        if (death := self.guard(rollout)) is not None:
            nothing = FrozenDict({term.name: 0.0 for term in self.terms})
            return Score(death.value, nothing, True, death.why)
        evidence = self.read(rollout, False)
        terms = FrozenDict({term.name: float(term.judge(evidence)) for term in self.terms})
        total = sum(term.weight * terms[term.name] for term in self.terms)
        return Score(round(total, PLACES), terms)

    def measure(self, rollout: Rollout[Any, Any]) -> dict[str, int]:
        """Return each metric of one rollout, dead or not."""
        evidence = self.read(rollout, self.guard(rollout) is not None)
        return {name: int(metric(evidence)) for name, metric in self.metrics.items()}

    def without(self, *names: str) -> Scorer[E]:
        """Return this scorer without some terms, each named by name or by code.

        Raises `KeyError` with the unknown name.
        """
        gone = {self.term(name).name for name in names}
        return replace(self, terms=tuple(term for term in self.terms if term.name not in gone))

    def term(self, name: str) -> Term[E]:
        """Find a term by its name, its code or both joined (`r0_task_completed`).

        Raises `KeyError` with the unknown name.
        """
        wanted = name.strip().lower().replace("-", "_")
        for term in self.terms:
            if wanted in (term.name, term.code, f"{term.code}_{term.name}"):
                return term
        raise KeyError(name)
