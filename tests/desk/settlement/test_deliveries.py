"""Deliveries and fault families: never early, never other than drawn, and nothing when off."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.settlement import (
    FULL,
    NONE,
    Archetype,
    Event,
    Family,
    Kind,
    Schedule,
    System,
    Task,
    arm,
    arm_name,
)
from desk.settlement.schedule import BATCH, LATENCY, NEAR, Luck, ThrownBySystem, throw
from tests.desk.settlement.tasks import arms, schedule, seeds, task, tasks


@given(tasks, arms, seeds)
def test_no_delivery_comes_before_its_event(made: Task, on: frozenset[Family], seed: int):
    at = {event.seq: event.at for event in made.events}
    for system in System:
        for sent in schedule(made, on, seed).deliveries(system):
            assert sent.arrives is None or sent.arrives >= at[sent.seq]


NEVER = {
    Family.DELAY: {"delay": 0},
    Family.DUPLICATION: {"copy_after": 0},
    Family.LOSS: {"lost": False},
    Family.REORDERING: {"swap": False},
    Family.PARTIAL: {"half": False},
}
"""What a delivery's dice would say if a family did not exist."""


def unthrown(drawn: ThrownBySystem, family: Family) -> ThrownBySystem:
    """Dice that have never heard of a family."""
    return {
        system: [one._replace(draw=one.draw._replace(**NEVER[family])) for one in sent]
        for system, sent in drawn.items()
    }


@given(tasks, arms, seeds, st.sampled_from(list(NEVER)))
def test_a_family_that_is_off_is_as_if_it_had_never_existed(
    made: Task, on: frozenset[Family], seed: int, family: Family
):
    drawn = throw(made, seed)
    off = Schedule(Luck(made, seed, drawn), on - {family})
    never = Schedule(Luck(made, seed, unthrown(drawn, family)), on | {family})
    for system in System:
        assert off.deliveries(system) == never.deliveries(system)
        assert off.stream(system).shown == never.stream(system).shown


@given(tasks, arms, seeds)
def test_a_replica_is_behind_only_where_stale_reads_are_on_or_the_task_is_made_of_them(
    made: Task, on: frozenset[Family], seed: int
):
    off, full = (schedule(made, arm_, seed) for arm_ in (on - {Family.STALE}, on | {Family.STALE}))
    for system in System:
        forced = made.archetype is Archetype.STALE_PROCESSOR and system is System.PROCESSOR
        assert (off.stream(system).lag > 0) is forced
        assert full.stream(system).lag in (0, *range(10, 61)) or forced
        assert off.deliveries(system) == full.deliveries(system)


@given(tasks, arms, seeds, st.integers(120, 600))
def test_what_an_agent_submits_itself_is_told_no_sooner_than_it_happens(
    made: Task, on: frozenset[Family], seed: int, now: int
):
    own = [
        Event(6, Kind.SUBMITTED, now, "again"),
        Event(7, Kind.SETTLED, now + 60, "again"),
    ]
    written = schedule(made, on, seed).with_events(own)
    for system in System:
        for sent in written.deliveries(system):
            at = next((event.at for event in own if event.seq == sent.seq), 0)
            assert sent.arrives is None or sent.arrives >= at


@given(tasks, seeds)
def test_without_faults_everything_comes_at_its_latency_but_what_the_task_is_made_of(
    made: Task, seed: int
):
    at = {event.seq: event.at for event in made.events}
    for system in System:
        for sent in schedule(made, NONE, seed).deliveries(system):
            if sent.arrives is None:
                assert made.archetype is Archetype.LOST_SETTLEMENT
                assert system in (System.PROCESSOR, System.ERP)
            elif system is System.BANK:
                assert sent.arrives % BATCH == 0
                assert sent.copy or 0 <= sent.arrives - at[sent.seq] - LATENCY[system] < BATCH
            elif not sent.copy:
                assert sent.arrives == at[sent.seq] + LATENCY[system]


@given(tasks, seeds)
def test_reordering_alone_moves_a_message_by_a_neighbour_only(made: Task, seed: int):
    for system in System:
        sent = schedule(made, NONE, seed).deliveries(system)
        plain = {one.seq: one.arrives for one in sent if not one.copy}
        for one in schedule(made, arm("only:reordering"), seed).deliveries(system):
            if one.arrives is not None and not one.copy:
                assert abs(one.arrives - (plain[one.seq] or 0)) <= NEAR


@given(tasks, arms, seeds)
def test_the_same_seed_draws_the_same(made: Task, on: frozenset[Family], seed: int):
    for system in System:
        one, other = schedule(made, on, seed), schedule(made, on, seed)
        assert one.deliveries(system) == other.deliveries(system)
        assert one.stream(system) == other.stream(system)


@given(arms)
def test_an_arm_is_written_as_it_is_read(on: frozenset[Family]):
    assert arm(arm_name(on)) == on


@pytest.mark.parametrize(
    ("word", "families"),
    [
        ("full", FULL),
        ("none", NONE),
        ("only:loss", {Family.LOSS}),
        ("only:loss+delay", {Family.LOSS, Family.DELAY}),
        ("without:stale", FULL - {Family.STALE}),
        ("only:dup+reorder", {Family.DUPLICATION, Family.REORDERING}),
    ],
)
def test_arms_by_name(word: str, families: frozenset[Family]):
    assert arm(word) == families


@pytest.mark.parametrize("word", ["", "some", "only", "only:", "only:los", "with:loss", "loss"])
def test_an_arm_that_is_none_is_refused_by_name(word: str):
    with pytest.raises(ValueError, match="expected"):
        arm(word)


def test_faults_fire_about_as_often_as_their_intensity():
    made = [schedule(task(schedule_seed=seed), FULL) for seed in range(400)]
    terminal = [
        one
        for each in made
        for system in (System.PROCESSOR, System.LEDGER)
        for one in each.deliveries(system)
        if one.seq in (3, 4) and not one.copy
    ]
    lost = sum(one.arrives is None for one in terminal) / len(terminal)
    assert 0.26 < lost < 0.34


def test_every_system_but_the_bank_hears_of_a_failure():
    failed = task(settles=False)
    heard = {
        system
        for system in System
        if any(one.seq == 4 for one in schedule(failed).deliveries(system))
    }
    assert heard == set(System) - {System.BANK}
    assert [event.kind for event in failed.events][-1] is Kind.FAILED
