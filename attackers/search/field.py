"""What a search needs to know of a desk: moves, where their arguments come from, how to play.

For example `FIELDS["refund"].stage(program, case)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from attackers.program import Program
from attackers.search import moves, settlement, sources
from attackers.search.moves import MoveSet
from attackers.search.sketch import Sketch, written
from attackers.search.space import SketchSpace
from desk import Rollout


class Field(NamedTuple):
    """One desk."""

    sources: Mapping[str, tuple[sources.Source, ...]]
    signatures: Callable[[MoveSet], dict[str, tuple[str, ...]]]
    stage: Callable[[Program, Any], Rollout[Any, Any]]
    finished: Callable[[Program], Program]
    """Settles what of a program depends on the calls before."""
    often: tuple[tuple[str, ...], ...]
    """Phrases, moves that are put in together; each is drawn as often as a move of its own."""
    in_turn: bool
    """Whether of what is paid the same that is gone on from which was least (see `Archive`)."""
    did: Callable[[Rollout[Any, Any]], tuple[str, ...]]
    """Says in short what a log tells of: a search keeps what is new, paid or not."""

    def space(self, names: Mapping[str, tuple[str, ...]]) -> SketchSpace:
        """Make the space of sketches of some moves."""
        return SketchSpace(names, self.sources, self.often)

    def written(self, sketch: Sketch, case: Any, names: Mapping[str, tuple[str, ...]]) -> Program:
        """Write a sketch for a case."""
        return self.finished(written(sketch, case, names, self.sources))


FIELDS: dict[str, Field] = {
    "refund": Field(
        sources.SOURCES, moves.signatures, moves.stage, lambda made: made, (), False, moves.did
    ),
    "settlement": Field(
        settlement.SOURCES,
        settlement.signatures,
        settlement.stage,
        settlement.timed,
        settlement.OFTEN,
        True,
        settlement.did,
    ),
}
