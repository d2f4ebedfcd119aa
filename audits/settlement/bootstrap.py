"""Bootstrap over units, twins held together: every policy on the same resamples.

The one module that needs numpy. A mean is the ratio of two resampled sums, losses over episodes,
since a pair counts as many episodes as two singles. Sums are whole numbers, so that the order of
adding cannot show.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec
import numpy as np
import numpy.typing as npt

REPLICATES = 2_000
SEED = 0
TAILS = (2.5, 97.5)
"""Percentiles between which an interval lies: 95%."""

Interval = tuple[float, float]

_Numbers = npt.NDArray[np.int64]
_Floats = npt.NDArray[np.float64]


class Sums(msgspec.Struct, frozen=True):
    """Of each unit: how many episodes it has, and what each policy sums up to over them."""

    episodes: list[int]
    policies: list[list[int]]
    """Policies by units."""


class Intervals(msgspec.Struct, frozen=True):
    """Of each policy's mean, and of each pair's difference, the earlier less the later."""

    means: list[Interval]
    differences: list[Interval]
    """In the order of `itertools.combinations` over the policies."""


class Resamples:
    """How often each unit is drawn in each replicate; drawn once, shared by all that is asked."""

    def __init__(self, units: int, replicates: int = REPLICATES, seed: int = SEED) -> None:
        drawn = np.random.default_rng(seed).integers(units, size=(replicates, units))
        drawn += np.arange(replicates)[:, None] * units
        counts = np.bincount(drawn.ravel(), minlength=replicates * units)
        self._weights: _Numbers = counts.reshape(replicates, units).astype(np.int64)

    def intervals(self, sums: Sums) -> Intervals:
        """Return the intervals of all policies. A replicate without an episode is left out."""
        total = self._weights @ np.asarray(sums.episodes, dtype=np.int64)
        held = total > 0
        made = self._weights[held] @ np.asarray(sums.policies, dtype=np.int64).T
        means: _Floats = made / total[held, None]
        pairs = list(combinations(range(len(sums.policies)), 2))
        differences = [means[:, one] - means[:, other] for one, other in pairs]
        return Intervals(_tails(means.T), _tails(differences))


def _tails(columns: Sequence[_Floats] | _Floats) -> list[Interval]:
    return [(float(low), float(high)) for low, high in (np.percentile(c, TAILS) for c in columns)]
