"""What is said of repeated rollouts beside their mean: an interval, and reliability.

The interval resamples cases, not rollouts: rollouts of one case are not independent of each other
(percentile bootstrap). pass^k is the chance that k rollouts of a case all pass, estimated without
bias from n of which c passed as C(c, k) / C(n, k), and averaged over cases
(source: the tau-bench paper, 2024).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    return interval_of_sums({case: (sum(some), len(some)) for case, some in values.items()}, seed)


def interval_of_sums(
    sums: Mapping[str, tuple[float, int]], seed: int = 0
) -> tuple[float, float] | None:
    """Return the same; `sums` holds for each case what all its rollouts earned, and how many."""
    some = [one for _, one in sorted(sums.items()) if one[1]]
    if len(some) < 2:
        return None
    draw = Random(seed)
    means = sorted(_mean(draw.choices(some, k=len(some))) for _ in range(DRAWS))
    cut = round(DRAWS * (1 - LEVEL) / 2)
    return means[cut], means[-1 - cut]


def _mean(drawn: Sequence[tuple[float, int]]) -> float:
    return sum(total for total, _ in drawn) / sum(count for _, count in drawn)


def pass_k(passed: Mapping[str, Sequence[bool]], k: int) -> Fraction | None:
    """Return pass^k over the cases that have k rollouts or more; None if no case has."""
    return pass_k_of_counts([(sum(case), len(case)) for case in passed.values()], k)


def pass_k_of_counts(passed: Iterable[tuple[int, int]], k: int) -> Fraction | None:
    """Return the same; `passed` are for each case how many passed, of how many."""
    chances = [Fraction(comb(c, k), comb(n, k)) for c, n in passed if n >= k]
    return sum(chances, Fraction(0)) / len(chances) if chances else None
