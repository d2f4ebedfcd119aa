"""Tasks for tests: one made by hand, and the corpus under any luck."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from desk.settlement import Archetype, Arm, Family, Schedule, Task, corpus, schedules

PLAIN: dict[str, Any] = {
    "id": "t",
    "unit": 1,
    "twin": "",
    "archetype": Archetype.PENDING_SETTLE,
    "value": 9900,
    "captured_at": 80,
    "resolves_at": 300,
    "settles": True,
    "retry_works": False,
    "charged_back_at": None,
    "schedule_seed": 7,
}


def task(**parts: Any) -> Task:
    return Task(**PLAIN | parts)


def schedule(made: Task, arm: Arm = frozenset(), seed: int = 0) -> Schedule:
    return schedules(made, seed)(arm)


tasks = st.sampled_from(corpus().tasks)
arms = st.frozensets(st.sampled_from(list(Family)))
seeds = st.integers(0, 10_000)
