"""What a benchmark yields, and how a median is taken."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import NamedTuple


class Figure(NamedTuple):
    """One line of a benchmark's table, as text."""

    what: str
    measured: str
    beside: str = ""
    """What it is to be held against: a ratio, a budget."""


def seconds(act: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """Measure one call in seconds of a clock, wall time unless another is given."""
    began = clock()
    act()
    return clock() - began


def medians(
    rounds: int,
    acts: dict[str, Callable[[], object]],
    clock: Callable[[], float] = perf_counter,
) -> dict[str, float]:
    """Return each act's median seconds; they take turns, so that a busy moment hits them all."""
    if rounds < 1:
        raise ValueError(f"rounds: expected at least 1, got {rounds}")
    times: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(rounds):
        for name, act in acts.items():
            times[name].append(seconds(act, clock))
    return {name: median(taken) for name, taken in times.items()}
