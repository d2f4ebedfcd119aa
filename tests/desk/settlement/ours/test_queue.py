"""Several cases under one clock: alone each is the paper's, together they wait for each other."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict

from attackers.settlement import policies
from desk.settlement import (
    DECISION,
    Act,
    Episode,
    Family,
    SettlementDesk,
    Task,
    Ticket,
    corpus,
    play,
    schedules,
)
from desk.settlement.ours.queue import OPENING, SCHEDULINGS, SHIFT, Case, play_shifts, shifts
from desk.settlement.world import MOST_STEPS
from tests.desk.settlement.tasks import PLAIN, arms, schedule, seeds, tasks

names = st.sampled_from(sorted(policies()))
schedulings = st.sampled_from(sorted(SCHEDULINGS))


def case(number: int, **parts: Any) -> Case:
    return Case(**PLAIN | {"id": f"c{number}", "opened": 0} | parts)


def played(act: Act, scheduling: str, *cases: Case) -> list[Episode]:
    made = [schedules(one, 0)(frozenset()) for one in cases]
    return list(play_shifts(act, SCHEDULINGS[scheduling], made))


def ends(act: Act, scheduling: str, *cases: Case) -> list[int]:
    return [one.end.at for one in played(act, scheduling, *cases)]


def reads_ten(desk: SettlementDesk, _ticket: Ticket) -> None:
    for _ in range(10):
        desk.read_erp()
    desk.escalate()


def waits_and_reads(desk: SettlementDesk, ticket: Ticket) -> None:
    desk.wait(50)
    reads_ten(desk, ticket)


def test_the_shifts_hold_the_paper_s_tasks_once_each():
    made = shifts()
    assert made.units == 276 / SHIFT
    public = {task.id: asdict(task) for task in corpus().tasks}
    assert len(made.tasks) == len(public)
    for one in made.tasks:
        assert isinstance(one, Case)
        assert 0 <= one.opened <= OPENING
        same = public[one.id].keys() - {"unit", "twin"}
        assert {key: asdict(one)[key] for key in same} == {key: public[one.id][key] for key in same}


def test_twins_are_in_the_same_shift_and_open_together():
    of = {one.id: one for one in shifts().tasks if isinstance(one, Case)}
    for one, other in corpus().pairs:
        a, b = of[one.id], of[other.id]
        assert (a.unit, a.opened) == (b.unit, b.opened)


def test_the_same_seed_deals_the_same_shifts():
    assert shifts.__wrapped__(12, 3).digest == shifts(12, 3).digest != shifts(12).digest


@given(names, schedulings, tasks, arms, seeds, st.integers(0, OPENING))
def test_a_case_that_is_alone_in_its_shift_is_the_paper_s(
    name: str, scheduling: str, made: Task, on: frozenset[Family], seed: int, opened: int
):
    one = Case(**asdict(made) | {"opened": opened})
    act = policies()[name].act
    alone = play(act, schedules(one, seed)(on))
    assert list(play_shifts(act, SCHEDULINGS[scheduling], [schedules(one, seed)(on)])) == [alone]
    assert alone.end.at == play(act, schedule(made, on, seed)).end.at


@given(names, schedulings, st.integers(0, 11), arms, seeds)
def test_a_shift_is_played_the_same_again_and_no_clock_goes_back(
    name: str, scheduling: str, shift: int, on: frozenset[Family], seed: int
):
    cases = list(groupby(shifts().tasks, lambda one: one.unit))
    made = [schedules(one, seed)(on) for one in shifts().tasks if one.unit == cases[shift][0]]
    act, first = policies()[name].act, SCHEDULINGS[scheduling]
    one, other = (list(play_shifts(act, first, made)) for _ in range(2))
    assert one == other
    for episode in one:
        ticks = [line[0] for line in episode.log]
        assert ticks == sorted(ticks)
        assert ticks[0] >= DECISION


@pytest.mark.parametrize("scheduling", SCHEDULINGS)
def test_what_one_case_takes_passes_for_the_other(scheduling: str):
    assert ends(reads_ten, scheduling, case(1), case(2)) == [130, 140]


def test_cases_wait_at_the_same_time():
    assert ends(waits_and_reads, "first-come", case(1), case(2)) == [180, 190]


def test_a_case_counts_from_its_own_opening_and_the_clock_skips_what_nobody_needs():
    assert ends(reads_ten, "first-come", case(1), case(2, opened=200)) == [130, 130]
    assert ends(reads_ten, "first-come", case(1), case(2, opened=4)) == [130, 136]


@pytest.mark.parametrize(
    ("scheduling", "at"),
    [
        ("largest-value", [200, 180, 190]),
        ("earliest-deadline", [180, 195, 188]),
        ("first-come", [180, 195, 188]),
    ],
)
def test_who_goes_first(scheduling: str, at: list[int]):
    """Cases that all want attention while the first to wake has it."""
    opened = (0, 0, 0) if scheduling == "largest-value" else (0, 5, 2)
    cases = [
        case(number, value=value, opened=late)
        for number, (value, late) in enumerate(zip((10, 90, 50), opened, strict=True))
    ]
    assert ends(waits_and_reads, scheduling, *cases) == at


def test_the_earliest_deadline_goes_before_who_asked_first():
    def act(desk: SettlementDesk, ticket: Ticket) -> None:
        desk.wait(55 if ticket.ref == "pay-c1" else 30)
        reads_ten(desk, ticket)

    late = case(2, opened=20), case(3, opened=19)
    assert ends(act, "first-come", case(1), *late) == [199, 169, 160]
    assert ends(act, "earliest-deadline", case(1), *late) == [189, 179, 160]


def test_a_case_that_takes_too_many_steps_ends_as_it_stands_and_the_others_go_on():
    def act(desk: SettlementDesk, ticket: Ticket) -> None:
        while ticket.ref == "pay-c1":
            desk.read_erp()
        desk.escalate()

    one, other = played(act, "first-come", case(1), case(2))
    assert (one.end.act, len(one.log)) == ("", MOST_STEPS)
    assert (other.end.act, other.end.at) == ("escalate", DECISION + MOST_STEPS)


def test_no_time_passes_backwards():
    def act(desk: SettlementDesk, _ticket: Ticket) -> None:
        desk.wait(0)

    with pytest.raises(ValueError, match="at least 1, got 0"):
        played(act, "first-come", case(1))
