"""Settlement: 14,445 episodes graded, recorded and tabled, and everything of the paper again."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

from audits.reproduce.settlement import reproduce_settlement
from audits.settlement.folder import create
from audits.settlement.plan import SEEDS, plan
from audits.settlement.reading import read
from audits.settlement.run import results, run
from audits.settlement.tables import tables
from benchmarks.figure import Figure, medians
from desk.settlement import FULL

OURS = ("evidence", "parts", "queue")
"""Worlds that are not the paper's; the tables of each."""

BUDGETS = {"grade": 1.0, "grade and record": 4.0, "tables of a folder": 1.0, "reproduce": 15.0}
BUDGETS |= {f"ours {world}": 5.0 for world in OURS}
"""Seconds on one core of an idle desktop machine."""

MOST_ROUNDS = 3


def measure(rounds: int) -> Iterator[Figure]:
    """Run the published plan each way, three times at the most."""
    made = plan()
    with tempfile.TemporaryDirectory() as home:

        def record() -> Path:
            path = Path(tempfile.mkdtemp(dir=home)) / "results"
            list(run(made, create(path, made)))
            return path

        kept = record()
        acts: dict[str, Callable[[], object]] = {
            "grade": lambda: results(made),
            "grade and record": record,
            "tables of a folder": lambda: tables(read(kept)),
            "reproduce": lambda: list(reproduce_settlement()),
        }
        acts |= {f"ours {world}": partial(_ours, world) for world in OURS}
        taken = medians(min(rounds, MOST_ROUNDS), acts)
    for name, seconds in taken.items():
        budget = BUDGETS[name]
        held = f"budget {budget:g} s" + " EXCEEDED" * (seconds > budget)
        yield Figure(name, f"{seconds:.2f} s", held)


def _ours(world: str) -> None:
    of = import_module(f"audits.settlement.ours.{world}")
    planned = of.plan(SEEDS, FULL)
    of.report(planned, results(planned))
