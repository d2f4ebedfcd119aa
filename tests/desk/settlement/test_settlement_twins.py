"""Twins cannot be told apart before the outcome exists, and can afterwards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.settlement import (
    CASE_SETS,
    Family,
    System,
    Task,
    corpus,
    differences,
    right_ends_differ,
    settlement_cases,
    snapshot,
)
from desk.settlement.twins import twin_cases
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


@given(pairs, arms, seeds)
def test_nothing_tells_twins_apart_when_the_agent_is_asked(
    pair: tuple[Task, Task], on: frozenset[Family], seed: int
):
    one, other = (schedule(task, on, seed) for task in pair)
    assert not list(differences(one, other))
    assert {found.what for found in differences(one, one)} == {"right end"}


@pytest.mark.parametrize("name", CASE_SETS)
def test_a_case_set_has_all_pairs_of_its_corpus_and_says_which_cases_have_no_twin(name: str):
    cases = settlement_cases(name)
    made = twin_cases(cases, seed=3)
    assert len(made.pairs) == 45
    assert {case.seed for case in made.members} == {3}
    assert {case.fresh_waits for case in made.members} == {name != "quick-keys"}
    paired = {case.task.id for case in made.members}
    single = [case.id for case in cases.cases if case.task.id not in paired]
    assert [one.case for one in made.left_out] == single
