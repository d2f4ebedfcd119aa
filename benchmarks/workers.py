"""Worker: text calls of a trivial reward per second, isolated, beside the same calls in process."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from audits.targets.client import Call, LoadRequest, Worker
from benchmarks.figure import Figure, medians

CALLS = 10_000
BUDGET = 30_000
"""Calls a second that a worker must make at least, on an idle desktop machine."""

SOURCE = """
def reward(completion, answer):
    return float(completion.strip() == answer)
"""


def measure(rounds: int) -> Iterator[Figure]:
    """Score the same 300-character completions in process, in a worker, and one call a request."""
    here: dict[str, Callable[..., float]] = {}
    exec(SOURCE, here)  # the very function that the worker loads from a file
    calls = [Call(kwargs={"completion": f"{at:300}", "answer": "42"}) for at in range(CALLS)]
    few = calls[: CALLS // 100]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "target.py"
        path.write_text(SOURCE, encoding="utf-8")
        with Worker(LoadRequest(target=f"{path}:reward")) as worker:
            taken = medians(
                rounds,
                {
                    "in process": lambda: [here["reward"](**call.kwargs) for call in calls],
                    "worker, in batches": lambda: worker.call(calls),
                    "worker, a fork for each call": lambda: [worker.call([call]) for call in few],
                },
            )
    yield from _told(taken)


def _told(taken: dict[str, float]) -> Iterator[Figure]:
    each = {
        name: seconds / (CALLS // 100 if "each" in name else CALLS)
        for name, seconds in taken.items()
    }
    for name, seconds in each.items():
        held = f"1/{seconds / each['in process']:.0f} of the calls in process"
        if name == "worker, in batches":
            held += f", at least {BUDGET:,}" + " MISSED" * (1 / seconds < BUDGET)
        yield Figure(name, f"{1 / seconds:,.0f} calls/s", held)
