"""The queue world, ours: what is lost to attention alone where cases need it at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from statistics import fmean

import msgspec

from attackers.settlement import policies
from audits.settlement.bootstrap import Interval
from audits.settlement.ours import SOURCES
from audits.settlement.plan import RunPlan
from audits.settlement.reading import Results
from audits.settlement.run import results
from audits.settlement.tables import Tables, tables
from audits.settlement.world import World, graders
from desk.settlement import Arm, Episode, Schedule, play, schedules
from desk.settlement.ours.queue import SCHEDULINGS, SHIFT, play_shifts, shifts

POLICIES = ("gate", "react", "majority")
"""The paper's: one asks the authority, one reads two systems a look, one reads all four."""

ALONE = "alone"
"""Each case under a clock of its own: the paper's world."""

PLAYED = {
    f"{policy}-{scheduling}": (policy, scheduling)
    for policy, scheduling in product(POLICIES, (ALONE, *SCHEDULINGS))
}

SIZES = (6, 12, SHIFT, 46)
"""Units of a shift; each divides the paper's 276."""


def _play(name: str, made: Sequence[Schedule]) -> list[Episode]:
    policy, scheduling = PLAYED[name]
    act = policies()[policy].act
    if scheduling == ALONE:
        return [play(act, schedule) for schedule in made]
    return list(play_shifts(act, SCHEDULINGS[scheduling], made))


WORLD = World(name="queue", schedules=schedules, graders=graders, play=_play, sources=SOURCES)


class AttentionRow(msgspec.Struct, frozen=True):
    """One policy under one scheduling; losses are means in cents a case."""

    policy: str
    scheduling: str
    exact: float
    loss: float
    lost: float
    """Loss less that of the same policy on the same cases alone."""
    lost_interval: Interval
    """95%, bootstrap over shifts."""


class QueueReport(msgspec.Struct, frozen=True):
    """Everything made of a run in this world; none of it is the paper's."""

    world: str
    tables: Tables
    attention: list[AttentionRow]
    by_size: dict[str, dict[str, float]]
    """The gate's mean loss in cents under seed 0, scheduling by units of a shift."""


def plan(seeds: int, arm: Arm) -> RunPlan:
    """Plan a run in this world: the paper's tasks, dealt into shifts."""
    return RunPlan(corpus=shifts(), policies=tuple(PLAYED), seeds=seeds, arm=arm, world=WORLD)


def report(planned: RunPlan, made: Results) -> QueueReport:
    """Make every table."""
    shown = tables(made)
    return QueueReport(
        world=WORLD.name,
        tables=shown,
        attention=[_attention(shown, name) for name in PLAYED],
        by_size=_by_size(planned),
    )


def _attention(shown: Tables, name: str) -> AttentionRow:
    policy, scheduling = PLAYED[name]
    row = next(one for one in shown.policies if one.policy == name)
    alone = f"{policy}-{ALONE}"
    gaps = [one for one in shown.differences if (one.policy, one.less) == (alone, name)]
    low, high = gaps[0].loss_interval if gaps else (0.0, 0.0)
    return AttentionRow(
        policy=policy,
        scheduling=scheduling,
        exact=row.exact,
        loss=row.loss,
        lost=-gaps[0].loss if gaps else 0.0,
        lost_interval=(-high, -low),
    )


def _by_size(planned: RunPlan) -> dict[str, dict[str, float]]:
    made: dict[str, dict[str, float]] = {scheduling: {} for scheduling in SCHEDULINGS}
    names = {f"gate-{scheduling}": scheduling for scheduling in SCHEDULINGS}
    for size in SIZES:
        one = msgspec.structs.replace(planned, corpus=shifts(size), policies=tuple(names), seeds=1)
        for (name, _), rows in results(one).rows.items():
            made[names[name]][str(size)] = fmean(row.loss for row in rows)
    return made
