"""An open settlement case answers calls by name: what does not fit moves nothing, and says why."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk import Kind, died
from desk.settlement import (
    DECISION,
    LONGEST_WAIT,
    SIGNATURES,
    SettlementCase,
    SettlementEpisode,
    replayed,
)
from desk.settlement.world import MOST_STEPS
from tests.desk.settlement.tasks import task
from tests.strategies import TEXT

CASE = SettlementCase(task=task())
REF = CASE.task.ref


def opened() -> SettlementEpisode:
    return SettlementEpisode(CASE)


def test_an_answer_says_at_which_tick_it_came():
    case = opened()
    assert case.call("probe_processor", {"ref": REF}) == {"tick": 125, "answer": "unknown"}
    assert case.call("wait", {"ticks": 200}) == {"tick": 325}
    assert case.call("probe_processor", {"ref": REF}) == {"tick": 330, "answer": "settled"}
    told = case.call("read_ledger", {})["answer"]
    assert told == {"pending": 1, "settled": 1, "reversed": 0, "balanced": True}
    assert case.call("ship", {}) == {"tick": 331, "answer": True}
    assert case.call("ship", {}) == {"error": "the case has ended: ship"}
    made = case.close("Shipped.")
    assert (made.failure, made.log_fault(), made.end.act) == (None, None, "ship")


@pytest.mark.parametrize(
    ("tool", "args", "why"),
    [
        ("hire", {}, "unknown tool 'hire': expected one of read_processor"),
        ("_end", {}, "unknown tool"),
        ("ended", {}, "unknown tool"),
        ("read_processor", {}, "expected the argument 'ref', got none"),
        ("ship", {"now": 1}, "ship: expected none, got 'now'"),
        ("wait", {"ticks": 1, "more": 2}, "expected the argument 'ticks', got 'ticks', 'more'"),
        ("wait", {"ticks": "5"}, "ticks: expected a whole number from 1 to"),
        ("wait", {"ticks": True}, "got True"),
        ("wait", {"ticks": 0}, "got 0"),
        ("wait", {"ticks": LONGEST_WAIT + 1}, f"from 1 to {LONGEST_WAIT}"),
        ("probe_processor", {"ref": 7}, "ref: expected text, got int"),
        ("retry_capture", {"key": "\ud800"}, "key: not valid text"),
    ],
)
def test_a_call_that_does_not_fit_is_answered_and_moves_nothing(tool, args, why):
    case = opened()
    answer = case.call(tool, args)
    assert list(answer) == ["error"]
    assert why in answer["error"]
    assert (case.desk.now, case.desk.log, case.close().log) == (DECISION, [], ())


ARGUMENTS = st.dictionaries(
    st.sampled_from(["ref", "key", "ticks"]) | TEXT,
    TEXT | st.just(REF) | st.integers() | st.booleans() | st.none() | st.floats(),
    max_size=2,
)
CALLS = st.tuples(st.sampled_from([*SIGNATURES, "now", "log"]) | TEXT, ARGUMENTS)


@given(st.lists(CALLS, max_size=30))
def test_whatever_is_called_the_log_verifies_and_comes_to_the_same_end_again(calls):
    case = opened()
    for tool, args in calls:
        answer = case.call(tool, args)
        assert msgspec.json.decode(msgspec.json.encode(answer)).keys() <= {
            "tick",
            "answer",
            "error",
        }
    made = case.close()
    assert (made.failure, made.log_fault()) == (None, None)
    assert replayed(CASE, made.log) == made.end


def test_a_case_that_runs_out_of_calls_died_of_that_and_not_before():
    case = opened()
    for _ in range(MOST_STEPS):
        assert "error" not in case.call("read_bank", {})
    assert SettlementEpisode(CASE).close().failure is None
    assert "the most that a case may take" in case.call("read_bank", {})["error"]
    failure = case.close().failure
    assert failure is not None
    assert failure.kind is Kind.TURN_LIMIT


def test_a_case_that_took_its_last_call_and_no_more_is_alive():
    case = opened()
    for _ in range(MOST_STEPS - 1):
        case.call("read_bank", {})
    case.call("escalate", {})
    case.call("read_bank", {})
    assert case.close().failure is None


def test_what_it_died_of_otherwise_is_what_is_told():
    case = opened()
    for _ in range(MOST_STEPS + 1):
        case.call("read_bank", {})
    assert case.close(failure=died(Kind.CUT_OFF)).failure == died(Kind.CUT_OFF)
