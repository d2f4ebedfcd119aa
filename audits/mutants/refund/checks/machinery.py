"""How a scorer adds up, and what it does with a part that gives something odd.

The scorer's parts are replaced by ones that give a known value; what comes of it is stated here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf, nan
from typing import Any

from audits.mutants.guard import Guard, Kind
from audits.mutants.refund.bench import Bench
from scorer import Death, Scorer, Term

DUST = 5e-10
"""Less than what a term may be off by."""

GIVEN: tuple[tuple[Any, float | None], ...] = (
    (0.123456, 0.1235),
    (True, 1.0),
    (1 + DUST, 1.0),
    (-DUST, 0.0),
    (1 + 3 * DUST, None),
    (-3 * DUST, None),
    (2.0, None),
    (nan, None),
    (inf, None),
    ("1", None),
    (None, None),
)
"""What a term of weight 1 gives, and the reward that comes of it."""

DEATHS: tuple[tuple[float | None, float | None], ...] = (
    (0.5, 0.5),
    (0.0, 0.0),
    (None, None),
    (nan, None),
    (inf, None),
)
"""What a guard gives a rollout that it calls dead, and the reward that comes of it."""


def machinery() -> Guard[Bench]:
    """Make the guard."""
    return Guard("check:machinery", Kind.CHECK, lambda bench: next(_broken(bench), None), round=3)


def _broken(bench: Bench) -> Iterator[str]:
    def scored(scorer: Scorer[Any]) -> tuple[float | None, bool, bool]:
        score = scorer.score(bench.inputs.all[0].rollout)
        return score.value, score.dead, bool(score.why)

    for given, due in GIVEN:
        if scored(_with(bench, (given, 1.0))) != (due, due is None, due is None):
            yield f"a term that gives {given!r} is not worth {due}"
    for value, due in DEATHS:
        dead = replace(bench.scorer, guard=_dying(value))
        if scored(dead) != (due, True, True):
            yield f"a rollout that the guard gives {value} is not worth {due}"
    for weight in (nan, inf):
        if scored(_with(bench, (1.0, weight)))[0] is not None:
            yield f"a weight of {weight} is counted"
    for terms, due in (((1.0, 0.1), (1.0, 0.2)), 0.3), ((), 0.0):
        scorer = _with(bench, *terms)
        if (scored(scorer)[0], scorer.full_marks) != (due, due):
            yield f"terms of {due} in all do not add up to it"


def _with(bench: Bench, *terms: tuple[Any, float]) -> Scorer[Any]:
    """Put terms that give known values, each with its weight, in place of the scorer's."""
    made = tuple(
        Term(f"given{number}", weight, "Is it given?", _giving(value))
        for number, (value, weight) in enumerate(terms)
    )
    return replace(bench.scorer, terms=made, guard=lambda _rollout: None)


def _giving(value: Any) -> Callable[[Any], Any]:
    return lambda _evidence: value


def _dying(value: float | None) -> Callable[[Any], Death]:
    return lambda _rollout: Death(value, "the guard says so")
