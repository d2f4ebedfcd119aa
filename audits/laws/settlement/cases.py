"""Strategies of settlement cases: any archetype, outcome, instant, price and arm that fit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec.structs import replace

from desk.settlement import DECISION, SHIP_BY, Archetype, SettlementCase, Task

FAILS = (Archetype.PENDING_FAIL, Archetype.PENDING_FAIL_HARD)

VALUES = (2_499, 29_900, 349_900, 1)
"""Prices, in cents."""

EDGES = (170, 121, 125, 509, 510, 511, 535, 536, 540, 575, 576, 595, 599, 600)
"""Outcomes in time: a plain one, and those at which what can still be done changes."""

LATE_EDGES = (700, 601, 605, 660, 661)

ARMS = ("none", "full", "only:loss", "only:delay+stale", "without:loss")
VALUE = st.one_of(st.sampled_from(VALUES), st.integers(1, 400_000))
IN_TIME = st.one_of(st.sampled_from(EDGES), st.integers(DECISION + 1, SHIP_BY))
LATE = st.one_of(st.sampled_from(LATE_EDGES), st.integers(SHIP_BY + 1, 1_300))


@cache
def cases() -> SearchStrategy[SettlementCase]:
    """Draw a case."""
    return st.builds(
        _case,
        st.sampled_from(list(Archetype)),
        st.booleans(),
        IN_TIME,
        LATE,
        VALUE,
        st.integers(0, 3),
        st.sampled_from(ARMS),
        st.booleans(),
    )


def _case(
    kind: Archetype,
    fails: bool,
    in_time: int,
    late: int,
    value: int,
    dice: int,
    arm: str,
    quick: bool,
) -> SettlementCase:
    never = kind is Archetype.UNRESOLVABLE
    task = Task(
        id="generated",
        unit=1,
        twin="",
        archetype=kind,
        value=value,
        captured_at=80,
        resolves_at=late if never else in_time,
        settles=not fails if never else kind not in FAILS,
        retry_works=kind is Archetype.PENDING_FAIL,
        charged_back_at=late + 100 if kind is Archetype.LATE_CHARGEBACK else None,
        schedule_seed=dice,
    )
    return SettlementCase(task=task, seed=dice, arm=arm, fresh_waits=not quick)


def simpler(case: SettlementCase) -> Iterator[SettlementCase]:
    """Give the same case without one of its troubles."""
    if case.arm != "none":
        yield replace(case, arm="none")
    if case.seed:
        yield replace(case, seed=0)
    if not case.fresh_waits:
        yield replace(case, fresh_waits=True)
    task = case.task
    if task.charged_back_at is not None:
        yield replace(case, task=replace(task, charged_back_at=None))
    if task.settles and task.archetype not in (Archetype.PENDING_SETTLE, Archetype.UNRESOLVABLE):
        yield replace(case, task=replace(task, archetype=Archetype.PENDING_SETTLE))


def bare(told: dict[str, Any]) -> dict[str, Any]:
    """Leave out of a case's JSON what a case has by itself."""
    plain = {"seed": 0, "arm": "full", "fresh_waits": True}
    return {name: value for name, value in told.items() if plain.get(name) != value}
