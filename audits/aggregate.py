"""What is said of many scores at once: a mean, and beside it what the mean does not show."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

import msgspec

from scorer import Score


class Aggregate(msgspec.Struct, frozen=True):
    """Scores of one batch. A mean without the counts beside it would rise with every outage."""

    planned: int
    """How many rollouts there were to be."""
    scored: int
    """How many have a value."""
    dead: int
    """How many are marked dead, those without a value included."""
    mean: float | None
    """Mean of the values to six places; None if there is none."""


def aggregate(scores: Iterable[Score], planned: int | None = None) -> Aggregate:
    """Sum up scores; `planned` counts those that never came back as well.

    Raises `ValueError` if fewer were planned than there are.
    """
    batch = list(scores)
    planned = len(batch) if planned is None else planned
    if planned < len(batch):
        raise ValueError(f"planned: expected {len(batch)} (the scores) or more; got {planned}")
    values = [score.value for score in batch if score.value is not None]
    lost = planned - len(batch)
    return Aggregate(
        planned,
        len(values),
        sum(score.dead or score.value is None for score in batch) + lost,
        round(fmean(values), 6) if values else None,
    )
