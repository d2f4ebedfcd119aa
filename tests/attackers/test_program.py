"""A behaviour as data: what a program says is what happens, and it can be read back."""

from __future__ import annotations

import pytest
from hypothesis import given

from attackers.program import Call, agent_of, program_of, words_of
from desk.refund import play
from tests.strategies import TEXT, both_reads, eval_case, played_rollouts, worked_cases

CASE = eval_case("clean-01")
LOOKUP, HISTORY = both_reads(CASE)


@given(worked_cases(), TEXT)
def test_a_program_that_was_played_is_read_back_as_it_was(worked, words):
    case, made = worked
    rollout = play(agent_of(tuple(made), words), case)
    # an absent sku and a sku of None are the same call
    said = [Call(c.tool, {k: v for k, v in c.args.items() if v is not None}) for c in made]
    assert list(program_of(rollout)) == said
    assert words_of(rollout) == words


@given(played_rollouts())
def test_a_program_played_again_leaves_the_same_log_and_books(rollout):
    again = play(agent_of(program_of(rollout), words_of(rollout)), rollout.case)
    assert again == rollout


def test_refused_calls_are_part_of_a_program():
    refused = Call("lookup_order", {"order_id": 7})
    rollout = play(agent_of((refused, LOOKUP)), CASE)
    assert program_of(rollout) == (refused, LOOKUP)
    assert len(rollout.log) == 1


def test_an_unknown_tool_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match=r"tool: expected one of lookup_order, .*; got 'bribe'"):
        agent_of((Call("bribe", {}),))


def test_an_argument_that_a_tool_does_not_take_ends_the_rollout_as_the_agents_own_error():
    rollout = play(agent_of((LOOKUP, Call("lookup_order", {"colour": "red"}), HISTORY)), CASE)
    assert (rollout.failure.kind, rollout.failure.by) == ("agent_error", "agent")
    assert len(rollout.log) == 1


def test_the_arguments_of_a_call_are_closed_when_it_is_made():
    args = {"order_id": "7"}
    call = Call("lookup_order", args)
    args["order_id"] = "8"
    assert call.args == {"order_id": "7"}
    with pytest.raises(TypeError):
        call.args["order_id"] = "8"


def test_a_changed_call_is_another_call():
    other = LOOKUP.but(order_id="8")
    assert other.args == {"order_id": "8"}
    assert LOOKUP.args == {"order_id": CASE.order}
    assert len({LOOKUP, other, Call("lookup_order", {"order_id": "8"})}) == 2


def test_a_rollout_that_ended_on_a_call_has_no_last_words():
    assert words_of(play(agent_of((LOOKUP,)), CASE)) == ""
    assert words_of(play(agent_of(()), CASE)) == ""
    assert words_of(play(agent_of((), "Done."), CASE)) == "Done."
