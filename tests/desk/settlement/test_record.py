"""A recorded episode is the benchmark's own, with a log that cannot be changed unseen."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers.settlement import policies
from desk import By, Kind
from desk.rollout import read_rollout
from desk.settlement import (
    CASE_SETS,
    SettlementCase,
    SettlementDesk,
    SettlementRollout,
    Ticket,
    Wrong,
    arm,
    play,
    record,
    replayed,
    schedules,
    settlement_cases,
    wrongs,
)
from scorer.settlement_reward import settlement_reward
from tests.desk.settlement.tasks import task, tasks

CASE = SettlementCase(task=task())


@given(tasks, st.integers(0, 4), st.sampled_from(sorted(policies())))
def test_a_recorded_episode_ends_as_the_benchmark_s_own(made, seed, name):
    case = SettlementCase(task=made, seed=seed)
    recorded = record(policies()[name].act, case)
    episode = play(policies()[name].act, schedules(made, seed)(arm("full")))
    assert recorded.end == episode.end
    told = [(entry.args["at"], entry.action, entry.args["of"]) for entry in recorded.log]
    assert told == [line[:3] for line in episode.log]


@given(tasks, st.sampled_from(sorted(policies())))
def test_a_recorded_log_verifies_and_comes_to_the_same_end_again(made, name):
    rollout = record(policies()[name].act, SettlementCase(task=made))
    assert rollout.log_fault() is None
    assert replayed(rollout.case, rollout.log) == rollout.end
    assert read_rollout(rollout.to_json(), SettlementRollout) == rollout


def test_an_answer_that_the_desk_never_gave_is_found_by_playing_the_log_again():
    rollout = record(policies()["gate"].act, CASE)
    entry = msgspec.structs.replace(rollout.log[0], args={**rollout.log[0].args, "answer": "x"})
    assert replayed(CASE, (entry,)) == "entry 0 is not what the desk answers"


@pytest.mark.parametrize("tool", ("hire", "_end", "ended"))
def test_a_log_of_a_call_that_is_no_tool_is_odd(tool):
    rollout = record(policies()["pessimist"].act, CASE)
    entry = msgspec.structs.replace(rollout.log[0], action=tool)
    assert replayed(CASE, (entry,)) == "entry 0 is of a call that the desk would not take"


def test_an_agent_that_raises_dies_of_itself_and_its_log_stays():
    def act(desk: SettlementDesk, ticket: Ticket) -> str:
        desk.probe_processor(ticket.ref)
        raise RuntimeError("no more")

    rollout = record(act, CASE)
    assert rollout.failure is not None
    assert (rollout.failure.kind, rollout.failure.by) == (Kind.AGENT_ERROR, By.AGENT)
    assert [entry.action for entry in rollout.log] == ["probe_processor"]


def test_an_agent_that_never_ends_has_used_all_its_turns():
    def act(desk: SettlementDesk, _ticket: Ticket) -> str:
        while True:
            desk.read_bank()

    rollout = record(act, CASE)
    assert rollout.failure is not None
    assert rollout.failure.kind is Kind.TURN_LIMIT
    assert rollout.truncated


def spoilt(name: str, value: object) -> Callable[[SettlementDesk, Ticket], None]:
    def act(desk: SettlementDesk, ticket: Ticket) -> None:
        policies()["gate"].act(desk, ticket)
        setattr(desk, name, value)

    return act


def lacking(name: str) -> Callable[[SettlementDesk, Ticket], None]:
    def act(desk: SettlementDesk, ticket: Ticket) -> None:
        policies()["gate"].act(desk, ticket)
        delattr(desk, name)

    return act


def half_a_tick(desk: SettlementDesk, ticket: Ticket) -> None:
    desk.wait(1.5)  # type: ignore[arg-type]
    policies()["gate"].act(desk, ticket)


def no_key(desk: SettlementDesk, ticket: Ticket) -> None:
    desk.retry_capture([1])  # type: ignore[arg-type]
    policies()["gate"].act(desk, ticket)


SPOILT = {
    "a ledger that is none": spoilt("ledger", 5),
    "an end that is none": spoilt("_act", 7),
    "no end": lacking("_act"),
    "ticks in part": half_a_tick,
    "a key that is none": no_key,
}


@pytest.mark.parametrize("how", SPOILT)
def test_who_spoils_its_record_is_scored_as_nothing_and_not_left_out(how):
    """Left out, it would spoil the record of every case that it cannot do."""
    rollout = record(SPOILT[how], CASE)
    score = settlement_reward().score(rollout)
    assert (score.value, score.dead, rollout.failure) == (0.0, True, None)
    assert Wrong.LEFT_OPEN in wrongs(rollout)


@pytest.mark.parametrize("act", (lacking("messages"), spoilt("messages", 5), lacking("_tell")))
def test_a_rollout_comes_of_it_whatever_an_agent_takes_away(act):
    rollout = record(act, CASE)
    assert [message.role for message in rollout.messages][:1] == ["user"]
    assert read_rollout(rollout.to_json(), SettlementRollout) == rollout


def test_an_exception_that_leaves_when_it_is_written_down_is_the_agent_s_own():
    class LeavingError(Exception):
        def __str__(self) -> str:
            raise SystemExit(0)

    def act(_desk: SettlementDesk, _ticket: Ticket) -> None:
        raise LeavingError

    rollout = record(act, CASE)
    assert rollout.failure is not None
    assert rollout.failure.detail == "LeavingError"


def test_calls_after_the_end_are_not_on_record_and_are_no_failure():
    def act(desk: SettlementDesk, _ticket: Ticket) -> str:
        desk.close()
        desk.ship()
        return "never said"

    rollout = record(act, CASE)
    assert rollout.failure is None
    assert [entry.action for entry in rollout.log] == ["close"]


@pytest.mark.parametrize("name", CASE_SETS)
def test_every_set_of_cases_has_each_end_that_can_be_asked_for(name):
    asked = {case.expect.kind for case in settlement_cases(name).cases}
    assert asked == {"ship", "retry", "close", "hand over"}
