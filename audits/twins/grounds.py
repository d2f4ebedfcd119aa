"""What the twins audit needs to know of a desk: its pairs, its yardstick, what came of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

import desk.refund.twins
import desk.settlement.twins
from audits.twins import refund, settlement
from desk.twins import Twins


class Ground(NamedTuple):
    """One desk."""

    twins: Callable[[Any, int], Twins[Any]]
    """Makes the pairs of a case set, under a seed."""
    pairs_are: str
    """What the pairs are to the cases, as a report says it."""
    hidden: str
    """What differs within a pair, as findings call it."""
    kinds: tuple[str, ...]
    """What a case may ask for."""
    contrasts: type[StrEnum]
    wrongs: Callable[[Any], Sequence[StrEnum]]
    outcome: Callable[[Any], object]
    """Says what came of a rollout, to be held against what came of its twin's."""
    looked: Callable[[Any], bool]
    """Whether an agent looked where the members could be told apart."""
    constant: Mapping[str, str]
    """What agents do that do one thing whatever the case."""
    opposed: Callable[[Any], bool]
    """Whether nothing that is right on one member of a pair is right on the other."""
    told_apart: Callable[[Any], str]
    """Says by what the members can be told apart before anybody looked; empty for sound twins."""


GROUNDS: dict[str, Ground] = {
    "refund": Ground(
        desk.refund.twins.twin_cases,
        "made of them",
        "histories",
        refund.KINDS,
        desk.refund.twins.Contrast,
        desk.refund.wrongs,
        refund.outcome,
        refund.looked,
        refund.CONSTANT,
        lambda _pair: True,  # a pair of which this does not hold cannot be made
        lambda _pair: "",  # nor one that can be told apart
    ),
    "settlement": Ground(
        desk.settlement.twins.twin_cases,
        "of the corpus that they are taken from",
        "outcomes",
        settlement.KINDS,
        desk.settlement.twins.Contrast,
        desk.settlement.wrongs,
        settlement.outcome,
        settlement.looked,
        settlement.CONSTANT,
        settlement.opposed,
        settlement.told_apart,
    ),
}
