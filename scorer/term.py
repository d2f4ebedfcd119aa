"""What a scorer is: weighted terms over evidence, and a guard that knows a dead rollout.

A `Scorer` first asks its guard whether the rollout is dead; only a live one is read into evidence
and put to the terms. `None` means not scored, and is never the same as 0: where guard, reader or a
term raises, or a term gives no fraction, the rollout was not scored, and the score says why.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from numbers import Real as _AnyReal
from typing import Any, Generic, TypeVar

import msgspec

from desk import FrozenDict, Rollout
from desk.failure import told

E = TypeVar("E")

Real = (float, int, _AnyReal)
"""What counts as a real number; the usual ones come first, since asking an ABC takes long."""

PLACES = 4
"""Decimal places that the reward of a rollout is rounded to (the published rule)."""

FLOAT_DUST = 1e-9
"""How far a fraction that was summed up may stray from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Term(Generic[E]):
    """One question put to the evidence.

    `judge` returns a fraction from 0 to 1 and may read nothing but the evidence it is given; a
    rollout on which it raises or gives anything else is not scored. For example
    `Term("settled", 0.7, "Did exactly what was owed happen?", settled)`.
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
        """Score one rollout. Raises nothing: what cannot be scored is None, dead, and says why."""
        part = "the guard"
        try:
            if (death := self.guard(rollout)) is not None:
                return self._dead(death.value and _finite(death.value), death.why)
            part, terms = "the reader", {}
            evidence = self.read(rollout, False)
            for term in self.terms:
                part = f"the term {term.name}"
                terms[term.name] = _fraction(term.judge(evidence))
            part = "the sum of the terms"
            total = _finite(sum([term.weight * terms[term.name] for term in self.terms]))
        except Exception as error:  # noqa: BLE001 - whatever a part of a scorer raises, it did not score
            return self._dead(None, f"not scored: {part} failed with {told(error)}")
        return Score(round(total, PLACES), FrozenDict(terms))

    def _dead(self, value: float | None, why: str) -> Score:
        return Score(value, FrozenDict({term.name: 0.0 for term in self.terms}), True, why)

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


def _finite(value: float) -> float:
    """Return `value`, or raise `ValueError` where it is not finite."""
    if math.isfinite(value):
        return value
    raise ValueError(f"expected a finite number, got {value}")


def _fraction(value: object) -> float:
    """Return what a term gave, or raise `ValueError` where it is no fraction from 0 to 1."""
    fraction = float(value) if isinstance(value, Real) else math.nan
    if -FLOAT_DUST <= fraction <= 1 + FLOAT_DUST:
        return fraction
    raise ValueError(f"expected a fraction from 0 to 1, got {value!r}")
