"""Every table of the benchmark, made from what a results folder recorded and from nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations
from statistics import fmean

import msgspec
from msgspec.structs import replace

from audits.settlement.bootstrap import REPLICATES, Interval, Intervals, Resamples, Sums
from audits.settlement.folder import Results
from audits.settlement.plan import Manifest
from audits.settlement.records import Row
from desk.settlement import Archetype, Task


class Ranks(msgspec.Struct, frozen=True):
    """A policy's place by each measure; 1 is best, equals share a place."""

    exact: int = 0
    pass_k: int = 0
    loss: int = 0
    paired: int = 0


class PolicyRow(msgspec.Struct, frozen=True):
    """One policy: rates are fractions of episodes, losses cents an episode."""

    policy: str
    exact: float
    exact_interval: Interval
    pass_k: float
    """Share of tasks that are exact under every seed."""
    loss: float
    loss_interval: Interval
    paired: float | None
    """Mean loss over the members of twin pairs; None if there is no pair."""
    paired_interval: Interval | None
    premature: float
    ranks: Ranks = Ranks()


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
    disagreements: list[str]
    """The policies whose places by exact rate and by paired loss differ."""
    differences: list[Difference]


Played = Sequence[Sequence[Row]]
"""One policy's rows: seeds by tasks."""

_WORTH: dict[str, Callable[[Row], int]] = {
    "loss": lambda row: row.loss,
    "exact": lambda row: row.exact,
}


def tables(results: Results) -> Tables:
    """Make every table."""
    made = results.manifest
    tasks = [record.task for record in results.tasks]
    played = {name: [results.rows[name, seed] for seed in made.seeds] for name in made.policies}
    twins = [bool(task.twin) for task in tasks]
    everybody = [True] * len(tasks)
    drawn = Resamples(len({task.unit for task in tasks}))
    loss = drawn.intervals(_sums(played, tasks, "loss", everybody))
    exact = drawn.intervals(_sums(played, tasks, "exact", everybody))
    paired = drawn.intervals(_sums(played, tasks, "loss", twins)) if any(twins) else None
    rows = ranked(
        [
            PolicyRow(
                policy=name,
                exact=mean(seeds, "exact", everybody),
                exact_interval=exact.means[at],
                pass_k=fmean(all(row.exact for row in of) for of in zip(*seeds, strict=True)),
                loss=mean(seeds, "loss", everybody),
                loss_interval=loss.means[at],
                paired=mean(seeds, "loss", twins) if paired else None,
                paired_interval=paired.means[at] if paired else None,
                premature=fmean(row.premature for rows in seeds for row in rows),
            )
            for at, (name, seeds) in enumerate(played.items())
        ]
    )
    return Tables(
        manifest=made,
        k=len(made.seeds),
        replicates=REPLICATES,
        policies=rows,
        archetypes={name: by_archetype(seeds, tasks) for name, seeds in played.items()},
        disagreements=[row.policy for row in rows if row.ranks.exact != row.ranks.paired],
        differences=_differences(made.policies, rows, loss, exact),
    )


def mean(played: Played, what: str, among: Sequence[bool]) -> float:
    """Mean over the episodes of the tasks that count."""
    worth = _WORTH[what]
    return fmean(
        worth(row) for rows in played for row, counts in zip(rows, among, strict=True) if counts
    )


def by_archetype(played: Played, tasks: Sequence[Task]) -> dict[str, float]:
    """Mean loss in cents of each archetype."""
    losses: dict[Archetype, list[int]] = defaultdict(list)
    for rows in played:
        for row, task in zip(rows, tasks, strict=True):
            losses[task.archetype].append(row.loss)
    return {kind.value: fmean(losses[kind]) for kind in Archetype if kind in losses}


def ranked(rows: list[PolicyRow]) -> list[PolicyRow]:
    """Give every policy its places, best by exact rate first."""
    places = [
        _places([-row.exact for row in rows]),
        _places([-row.pass_k for row in rows]),
        _places([row.loss for row in rows]),
        _places([row.paired or 0.0 for row in rows]),
    ]
    placed = [
        replace(row, ranks=Ranks(*place))
        for row, place in zip(rows, zip(*places, strict=True), strict=True)
    ]
    return sorted(placed, key=lambda row: (row.ranks.exact, row.ranks.loss, row.policy))


def _places(values: list[float]) -> list[int]:
    return [1 + sum(other < value for other in values) for value in values]


def _sums(
    played: dict[str, list[list[Row]]], tasks: Sequence[Task], what: str, among: list[bool]
) -> Sums:
    place = {unit: at for at, unit in enumerate(sorted({task.unit for task in tasks}))}
    worth = _WORTH[what]
    seeds = len(next(iter(played.values())))
    episodes = [0] * len(place)
    made = [[0] * len(place) for _ in played]
    for at, task in enumerate(tasks):
        if among[at]:
            unit = place[task.unit]
            episodes[unit] += seeds
            for sums, rows in zip(made, played.values(), strict=True):
                sums[unit] += sum(worth(of_seed[at]) for of_seed in rows)
    return Sums(episodes, made)


def _differences(
    names: list[str], rows: list[PolicyRow], loss: Intervals, exact: Intervals
) -> list[Difference]:
    of = {row.policy: row for row in rows}
    return [
        Difference(
            one,
            other,
            of[one].loss - of[other].loss,
            loss.differences[at],
            of[one].exact - of[other].exact,
            exact.differences[at],
        )
        for at, (one, other) in enumerate(combinations(names, 2))
    ]
