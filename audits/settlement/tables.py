"""Every table of the benchmark, made from what a results folder recorded and from nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

import msgspec

from audits.settlement.bootstrap import REPLICATES, Interval, Intervals, Resamples, Sums
from audits.settlement.plan import Manifest
from audits.settlement.reading import Results
from audits.settlement.records import Row
from desk.settlement import Archetype, Task


class Ranks(msgspec.Struct, frozen=True):
    """A policy's place by each measure; 1 is best, equals share a place."""

    exact: int
    pass_k: int
    loss: int
    paired: int


class PolicyRow(msgspec.Struct, frozen=True):
    """One policy: rates are fractions of episodes, losses cents an episode."""

    policy: str
    exact: float
    exact_interval: Interval
    pass_k: float
    """Share of tasks that are exact under every seed."""
    pass_k_interval: Interval
    loss: float
    loss_interval: Interval
    paired: float | None
    """Mean loss over the members of twin pairs; None if there is no pair."""
    paired_interval: Interval | None
    premature: float
    premature_interval: Interval
    ranks: Ranks


class Difference(msgspec.Struct, frozen=True):
    """One policy less another, on shared resamples: cents an episode, and fractions."""

    policy: str
    less: str
    loss: float
    loss_interval: Interval
    exact: float
    exact_interval: Interval


class Tables(msgspec.Struct, frozen=True):
    """All tables of one run."""

    manifest: Manifest
    k: int
    replicates: int
    policies: list[PolicyRow]
    """Best by exact rate first."""
    archetypes: dict[str, dict[str, float]]
    """Mean loss in cents, policy by archetype."""
    archetype_intervals: dict[str, dict[str, Interval]]
    disagreements: list[str]
    """The policies whose places by exact rate and by paired loss differ."""
    differences: list[Difference]


Played = Sequence[Sequence[Row]]
"""One policy's rows: seeds by tasks."""


class _Measure(NamedTuple):
    """What is summed over one task's rows, one for each seed, and over which tasks."""

    worth: Callable[[Sequence[Row]], int]
    once: bool = False
    """Whether a task counts once, and not as often as there are seeds."""
    paired: bool = False
    """Whether twins alone count."""
    kind: Archetype | None = None
    """The archetype that alone counts, if one does."""

    def counts(self, task: Task) -> bool:
        """Whether it is measured on a task."""
        return (bool(task.twin) or not self.paired) and self.kind in (None, task.archetype)


_LOSS = _Measure(lambda rows: sum(row.loss for row in rows))
_PAIRED = _Measure(_LOSS.worth, paired=True)
_EXACT = _Measure(lambda rows: sum(row.exact for row in rows))
_PASS = _Measure(lambda rows: all(row.exact for row in rows), once=True)
_PREMATURE = _Measure(lambda rows: sum(row.premature for row in rows))


class _Estimate(NamedTuple):
    """One measure of every policy, with the intervals of it."""

    values: list[float]
    intervals: Intervals


def tables(results: Results) -> Tables:
    """Make every table."""
    made = results.manifest
    tasks = [record.task for record in results.tasks]
    played = {name: [results.rows[name, seed] for seed in made.seeds] for name in made.policies}
    drawn = Resamples(len({task.unit for task in tasks}))

    def estimate(measure: _Measure) -> _Estimate:
        sums = _sums(list(played.values()), tasks, measure)
        values = [sum(policy) / sum(sums.episodes) for policy in sums.policies]
        return _Estimate(values, drawn.intervals(sums))

    loss, exact = estimate(_LOSS), estimate(_EXACT)
    paired = estimate(_PAIRED) if any(task.twin for task in tasks) else None
    kinds = [kind for kind in Archetype if any(task.archetype is kind for task in tasks)]
    by_kind = {kind: estimate(_LOSS._replace(kind=kind)).intervals.means for kind in kinds}
    rows = _ranked(made.policies, exact, estimate(_PASS), loss, paired, estimate(_PREMATURE))
    return Tables(
        manifest=made,
        k=len(made.seeds),
        replicates=REPLICATES,
        policies=rows,
        archetypes={name: by_archetype(seeds, tasks) for name, seeds in played.items()},
        archetype_intervals={
            name: {kind.value: means[at] for kind, means in by_kind.items()}
            for at, name in enumerate(made.policies)
        },
        disagreements=[row.policy for row in rows if row.ranks.exact != row.ranks.paired],
        differences=_differences(made.policies, loss, exact),
    )


def by_archetype(played: Played, tasks: Sequence[Task]) -> dict[str, float]:
    """Mean loss in cents of each archetype."""
    losses: dict[Archetype, list[int]] = defaultdict(list)
    for rows in played:
        for row, task in zip(rows, tasks, strict=True):
            losses[task.archetype].append(row.loss)
    return {kind.value: fmean(losses[kind]) for kind in Archetype if kind in losses}


def _ranked(
    names: list[str],
    exact: _Estimate,
    pass_k: _Estimate,
    loss: _Estimate,
    paired: _Estimate | None,
    premature: _Estimate,
) -> list[PolicyRow]:
    """Make a row for every policy, with its places, best by exact rate first."""
    places = [
        _places([-value for value in exact.values]),
        _places([-value for value in pass_k.values]),
        _places(loss.values),
        _places(paired.values if paired else [0.0] * len(names)),
    ]
    rows = [
        PolicyRow(
            policy=name,
            exact=exact.values[at],
            exact_interval=exact.intervals.means[at],
            pass_k=pass_k.values[at],
            pass_k_interval=pass_k.intervals.means[at],
            loss=loss.values[at],
            loss_interval=loss.intervals.means[at],
            paired=paired.values[at] if paired else None,
            paired_interval=paired.intervals.means[at] if paired else None,
            premature=premature.values[at],
            premature_interval=premature.intervals.means[at],
            ranks=Ranks(*(place[at] for place in places)),
        )
        for at, name in enumerate(names)
    ]
    return sorted(rows, key=lambda row: (row.ranks.exact, row.ranks.loss, row.policy))


def _places(values: list[float]) -> list[int]:
    return [1 + sum(other < value for other in values) for value in values]


def _sums(played: list[list[list[Row]]], tasks: Sequence[Task], measure: _Measure) -> Sums:
    """Add up a measure over each unit, for each policy."""
    place = {unit: at for at, unit in enumerate(sorted({task.unit for task in tasks}))}
    episodes = [0] * len(place)
    made = [[0] * len(place) for _ in played]
    for at, task in enumerate(tasks):
        if not measure.counts(task):
            continue
        unit = place[task.unit]
        episodes[unit] += 1 if measure.once else len(played[0])
        for sums, seeds in zip(made, played, strict=True):
            sums[unit] += measure.worth([rows[at] for rows in seeds])
    return Sums(episodes, made)


def _differences(names: list[str], loss: _Estimate, exact: _Estimate) -> list[Difference]:
    return [
        Difference(
            names[one],
            names[other],
            loss.values[one] - loss.values[other],
            loss.intervals.differences[at],
            exact.values[one] - exact.values[other],
            exact.intervals.differences[at],
        )
        for at, (one, other) in enumerate(combinations(range(len(names)), 2))
    ]
