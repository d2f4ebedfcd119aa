"""Twins cannot be told apart before the outcome exists, and can afterwards."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desk.settlement import Family, System, Task, corpus, right_ends_differ, snapshot
from tests.desk.settlement.tasks import arms, schedule, seeds

pairs = st.sampled_from(corpus().pairs)


@given(pairs, arms, seeds, st.integers(0, 1_200))
def test_twins_look_alike_at_every_tick_before_the_outcome(
    pair: tuple[Task, Task], on: frozenset[Family], seed: int, tick: int
):
    tick = min(tick, pair[0].resolves_at - 1)
    one, other = (schedule(task, on, seed) for task in pair)
    for system in System:
        assert one.stream(system).seen(tick) == other.stream(system).seen(tick)
    assert snapshot(one) == snapshot(other)
    assert snapshot(one).probe == "unknown"


@given(pairs, seeds)
def test_twins_differ_once_the_outcome_is_told(pair: tuple[Task, Task], seed: int):
    one, other = (schedule(task, frozenset(), seed) for task in pair)
    after = pair[0].resolves_at + 10
    assert right_ends_differ(*pair)
    assert one.stream(System.PROCESSOR).seen(after) != other.stream(System.PROCESSOR).seen(after)
