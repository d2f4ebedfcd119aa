"""The moves of a program: tools as any agent has them, a crash, and hands in the log."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers.program import Call
from attackers.search import LOG_MOVES, MoveSet, SketchSpace, signatures, stage, written
from desk import Kind, broken_at
from tests.strategies import both_reads, eval_case, owed_payment, worked_cases

TOOLS = signatures(MoveSet.TOOLS)


@given(st.integers(0, 2**32), worked_cases())
def test_the_tools_and_a_crash_always_leave_a_log_that_verifies(seed, worked):
    case, _ = worked
    rollout = stage(written(SketchSpace(TOOLS).fresh(Random(seed)), case, TOOLS), case)
    assert rollout.log_fault() is None


def test_a_crash_ends_the_run_as_the_agents_own_error():
    case = eval_case("clean-01")
    rollout = stage((*both_reads(case), Call("crash", {}), owed_payment(case)), case)
    assert rollout.failure is not None and rollout.failure.kind is Kind.AGENT_ERROR
    assert [entry.action for entry in rollout.log] == ["lookup_order", "refund_history"]


@pytest.mark.parametrize("move", sorted(set(LOG_MOVES) - {"log.rehash"}))
def test_each_hand_in_the_log_is_seen_by_the_witness(move: str):
    case = eval_case("clean-01")
    args = dict(owed_payment(case).args) if move.endswith("refund") else {"order_id": case.order}
    rollout = stage((*both_reads(case), Call(move, args)), case)
    assert rollout.log_fault() is not None
    assert rollout.end is not None and rollout.end.payments == ()


def test_a_changed_log_whose_hashes_are_made_afresh_holds_as_a_chain_and_is_still_found_out():
    case = eval_case("clean-01")
    changed = (*both_reads(case), owed_payment(case), Call("log.flip_executed", {}))
    assert broken_at(stage(changed, case).log) == 2
    mended = stage((*changed, Call("log.rehash", {})), case)
    assert broken_at(mended.log) is None and mended.log_fault() is not None
    assert not mended.log[-1].executed and mended.end and len(mended.end.payments) == 1
