"""A program whose arguments say where they come from, so that it can be written for any case.

`issue_refund` with "the first open line's amount, plus one" is one sketch; what it comes to in
cents is up to the case. That is what lets a find on one case be tried on all the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from attackers.program import Call, Program
from attackers.search.sources import SOURCES, Source, Value


class Step(NamedTuple):
    """One call: a move, and for each of its arguments the number of its source (0: plainest)."""

    move: str
    picks: tuple[int, ...] = ()


Sketch: TypeAlias = tuple[Step, ...]


def size(sketch: Sketch) -> tuple[int, int]:
    """Return the number of calls, and how far their arguments are from the plainest."""
    return len(sketch), sum(map(sum, (step.picks for step in sketch)))


Sources: TypeAlias = Mapping[str, tuple[Source, ...]]


def written(
    sketch: Sketch, case: Any, names: Mapping[str, tuple[str, ...]], sources: Sources = SOURCES
) -> Program:
    """Write a sketch for a case; `names` has the arguments of each move."""
    return tuple(Call(step.move, _args(step, case, names[step.move], sources)) for step in sketch)


def _args(step: Step, case: Any, names: tuple[str, ...], sources: Sources) -> dict[str, Value]:
    drawn = zip(names, step.picks, strict=True)
    values = ((name, sources[name][pick](case)) for name, pick in drawn)
    return {name: value for name, value in values if value is not None}
