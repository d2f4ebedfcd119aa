"""Settlement: 14,445 episodes graded, recorded and tabled, and everything of the paper again."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from audits.reproduce.settlement import reproduce_settlement
from audits.settlement.folder import create
from audits.settlement.plan import SEEDS, RunPlan, plan
from audits.settlement.reading import read
from audits.settlement.run import results, run
from audits.settlement.tables import tables
from benchmarks.figure import Figure, seconds
from desk.settlement import FULL

OURS = ("evidence", "parts", "queue")
"""Worlds that are not the paper's; the tables of each."""

PLAY = "play alone"
"""What everything else is held against: the same episodes under the same schedules, not graded."""

BARS = {"grade": 1.0, "grade and record": 4.0, "tables of a folder": 1.0, "reproduce": 15.0}
BARS |= {f"ours {world}": 5.0 for world in OURS}
"""Seconds of one core of an idle desktop machine that each may take at the most."""

MOST_ROUNDS = 3


class Cost(NamedTuple):
    """What one act took: seconds of CPU time, and of wall time beside it."""

    cpu: float
    wall: float


def measure(rounds: int) -> Iterator[Figure]:
    """Run the published plan each way, three times at the most; ratios are of CPU time."""
    made = plan()
    with tempfile.TemporaryDirectory() as home:

        def record() -> Path:
            path = Path(tempfile.mkdtemp(dir=home)) / "results"
            list(run(made, create(path, made)))
            return path

        kept = record()
        acts: dict[str, Callable[[], object]] = {
            PLAY: lambda: _play(made),
            "grade": lambda: results(made),
            "grade and record": record,
            "tables of a folder": lambda: tables(read(kept)),
            "reproduce": lambda: list(reproduce_settlement()),
        }
        acts |= {f"ours {world}": partial(_ours, world) for world in OURS}
        taken = _costs(min(rounds, MOST_ROUNDS), acts)
    for name, cost in taken.items():
        ratio = f"{cost.cpu / taken[PLAY].cpu:.2f} x playing alone"
        yield Figure(name, ratio, f"{cost.cpu:.2f} s of CPU, {cost.wall:.2f} s{_bar(name, cost)}")


def _bar(name: str, cost: Cost) -> str:
    bar = BARS.get(name)
    if bar is None:
        return ""
    return f", bar {bar:g} s of CPU" + " MISSED" * (cost.cpu > bar)


def _ours(world: str) -> None:
    of = import_module(f"audits.settlement.ours.{world}")
    planned = of.plan(SEEDS, FULL)
    of.report(planned, results(planned))


def _play(made: RunPlan) -> None:
    for seed in range(made.seeds):
        drawn = [made.world.schedules(task, seed)(made.arm) for task in made.corpus.tasks]
        for policy in made.policies:
            made.world.play(policy, drawn)


def _costs(rounds: int, acts: dict[str, Callable[[], object]]) -> dict[str, Cost]:
    """Return each act's median costs; acts take turns, so that a busy moment hits them all."""
    taken: dict[str, list[Cost]] = {name: [] for name in acts}
    for _ in range(rounds):
        for name, act in acts.items():
            began = process_time()
            wall = seconds(act)
            taken[name].append(Cost(process_time() - began, wall))
    return {
        name: Cost(median(one.cpu for one in costs), median(one.wall for one in costs))
        for name, costs in taken.items()
    }
