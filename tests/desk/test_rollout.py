"""The record that everything exchanges: lossless through JSON, and closed for good."""

from __future__ import annotations

import copy
import pickle

import msgspec
import pytest
from hypothesis import given

from attackers.program import Call
from attackers.refund import agents
from desk import BY, Failure, FrozenDict, Function, Kind, Message, Rollout, ToolCall, Witness, died
from desk.refund import Case, End, Expectation, Line, Payment, Prior, RefundRollout, play
from desk.rollout import read_rollout
from tests.strategies import eval_case, play_calls, played_rollouts, rollouts

RECORDS = (
    Rollout,
    Failure,
    Function,
    Message,
    ToolCall,
    Witness,
    Case,
    End,
    Expectation,
    Line,
    Payment,
    Prior,
)


def careful_rollout() -> RefundRollout:
    return play(agents()["careful"].act, eval_case("timeout-01"))


@given(rollouts())
def test_any_rollout_goes_through_json_and_back_without_loss(rollout):
    back = read_rollout(rollout.to_json(), RefundRollout)
    assert back == rollout
    assert back.to_json() == rollout.to_json()


@given(played_rollouts())
def test_a_played_rollout_verifies_on_the_far_side_of_json(rollout):
    back = read_rollout(rollout.to_json(), RefundRollout)
    assert back == rollout
    assert back.log_fault() is None


def test_json_is_one_line_even_where_the_text_has_line_breaks():
    call = Call("lookup_order", {"order_id": "a\nb\r\u2028c"})
    assert b"\n" not in play_calls(eval_case("clean-01"), [call], "two\nlines").to_json()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"truncated": "yes"}, r"\$\.truncated"),
        ({"failure": {"kind": "bored", "by": "agent"}}, r"\$\.failure\.kind"),
        ({"log": [{"seq": 0}]}, r"\$\.log\[0\]"),
        ({"case": 7}, r"\$\.case"),
    ],
)
def test_a_record_of_the_wrong_shape_is_refused_with_its_place(change, complaint):
    raw = msgspec.json.decode(careful_rollout().to_json()) | change
    with pytest.raises(msgspec.ValidationError, match=complaint):
        read_rollout(msgspec.json.encode(raw), RefundRollout)


def test_half_a_record_is_refused():
    with pytest.raises(msgspec.DecodeError):
        read_rollout(careful_rollout().to_json()[:-20], RefundRollout)


@pytest.mark.parametrize("name", RefundRollout.__origin__.__struct_fields__)
def test_no_field_of_a_closed_rollout_can_be_set(name):
    rollout = careful_rollout()
    with pytest.raises(AttributeError):
        setattr(rollout, name, None)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_every_record_inside_a_rollout_is_frozen(record):
    assert record.__struct_config__.frozen


def test_no_entry_of_a_closed_log_can_be_set_or_removed():
    log = careful_rollout().log
    assert isinstance(log, tuple)
    for name in ("seq", "action", "args", "reason", "executed", "prev_hash", "hash"):
        with pytest.raises(AttributeError):
            setattr(log[0], name, "x")


@pytest.mark.parametrize(
    "change",
    [
        lambda args: args.__setitem__("order_id", "x"),
        lambda args: args.__delitem__("order_id"),
        lambda args: args.__ior__({"order_id": "x"}),
        lambda args: args.update(order_id="x"),
        lambda args: args.pop("order_id"),
        lambda args: args.popitem(),
        lambda args: args.setdefault("new", "x"),
        lambda args: args.clear(),
    ],
)
def test_the_arguments_of_a_closed_entry_cannot_be_changed(change):
    args = careful_rollout().log[0].args
    with pytest.raises(TypeError, match="closed record"):
        change(args)
    assert dict(args) == {"order_id": "1041"}


def test_the_arguments_stay_frozen_through_json_copy_and_pickle():
    rollout = careful_rollout()
    others = (
        read_rollout(rollout.to_json(), RefundRollout),
        copy.deepcopy(rollout),
        copy.copy(rollout),
        pickle.loads(pickle.dumps(rollout)),
    )
    for other in others:
        assert other == rollout
        assert all(type(entry.args) is FrozenDict for entry in other.log)


def test_an_agent_that_kept_the_worlds_lists_cannot_reach_the_closed_rollout():
    kept = []

    def act(tools, ticket):
        tools.lookup_order(ticket.order_id)
        kept.extend((tools.world.ledger.entries, tools.world.payments, tools.messages))

    rollout = play(act, eval_case("clean-01"))
    before = rollout.to_json()
    for held in kept:
        held.clear()
    assert rollout.to_json() == before
    assert len(rollout.log) == 1


def test_a_failure_is_attributed_by_its_kind_and_tells_what_was_raised():
    assert died(Kind.RATE_LIMITED, "429").by == "infrastructure"
    assert died(Kind.AGENT_ERROR, ValueError("no such line")) == Failure(
        Kind.AGENT_ERROR, "agent", "ValueError: no such line"
    )
    assert died(Kind.AGENT_ERROR, KeyError()).detail == "KeyError"


@pytest.mark.parametrize("kind", ["agent_error", "agent_hung", "turn_limit", "bad_call", "cut_off"])
def test_an_agents_death_is_its_own(kind):
    assert died(Kind(kind)).by == "agent"


@pytest.mark.parametrize(
    "kind",
    [
        "unauthorized",
        "payment_required",
        "rate_limited",
        "server_error",
        "bad_response",
        "timeout",
        "connection",
        "tool_error",
        "worker_killed",
        "not_started",
        "log_lost",
    ],
)
def test_what_befell_an_agent_is_the_infrastructures(kind):
    assert died(Kind(kind)).by == "infrastructure"


def test_every_kind_of_failure_is_attributed():
    assert set(BY) == set(Kind)


def test_a_failures_detail_is_short_and_can_be_written_down():
    assert died(Kind.AGENT_ERROR, ValueError("\ud800" + "x" * 9_999)).detail.startswith(
        "ValueError: ?xxx"
    )
    assert len(died(Kind.BAD_RESPONSE, "y" * 9_999).detail) == 500


def test_a_kept_failure_that_blames_somebody_else_than_its_kind_does_is_refused():
    kept = msgspec.json.encode(died(Kind.TURN_LIMIT)).replace(b"agent", b"infrastructure")
    with pytest.raises(msgspec.ValidationError, match="expected agent of turn_limit, got infra"):
        msgspec.json.decode(kept, type=Failure)
