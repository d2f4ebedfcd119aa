"""What is said of repeated rollouts beside their mean: an interval, and reliability.

The interval resamples cases, not rollouts: rollouts of one case are not independent of each other
(percentile bootstrap). pass^k is the chance that k rollouts of a case all pass, estimated without
bias from n of which c passed as C(c, k) / C(n, k), and averaged over cases
(source: the tau-bench paper, 2024).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from random import Random

DRAWS = 2_000
"""How many times the cases are drawn again."""

LEVEL = 0.95


def interval(values: Mapping[str, Sequence[float]], seed: int = 0) -> tuple[float, float] | None:
    """Return the bounds of a 95 % interval of the mean; None for fewer than two cases.

    `values` holds for each case what its rollouts earned.
    """
    sums = [(sum(case), len(case)) for _, case in sorted(values.items()) if case]
    if len(sums) < 2:
        return None
    draw = Random(seed)
    means = sorted(_mean(draw.choices(sums, k=len(sums))) for _ in range(DRAWS))
    cut = round(DRAWS * (1 - LEVEL) / 2)
    return means[cut], means[-1 - cut]


def _mean(drawn: Sequence[tuple[float, int]]) -> float:
    return sum(total for total, _ in drawn) / sum(count for _, count in drawn)


def pass_k(passed: Mapping[str, Sequence[bool]], k: int) -> Fraction | None:
    """Return pass^k over the cases that have k rollouts or more; None if no case has."""
    chances = [
        Fraction(comb(sum(case), k), comb(len(case), k))
        for case in passed.values()
        if len(case) >= k
    ]
    return sum(chances, Fraction(0)) / len(chances) if chances else None
