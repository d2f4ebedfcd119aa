"""Arguments that no payments service would take: an error to read, and no trace in the log."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers.program import Call
from desk import read_rollout
from desk.refund import SIGNATURES, RefundRollout
from tests.strategies import eval_case, open_desk, play_calls

CASE = eval_case("clean-01")
GOOD = {"order_id": CASE.order, "amount_cents": 100, "idempotency_key": "k", "reason": "due"}


class Unprintable:
    def __repr__(self):
        raise RuntimeError("no")


BAD_AMOUNTS = {
    "bool": True,
    "float": 100.0,
    "nan": float("nan"),
    "text": "100",
    "none": None,
    "list": [100],
    "zero": 0,
    "negative": -100,
    "over a trillion": 10**12 + 1,
    "too long to print": 10**5_000,
    "unprintable": Unprintable(),
}
BAD_TEXTS = {
    "int": 7,
    "bool": True,
    "none": None,
    "bytes": b"1",
    "list": ["x"],
    "dict": {"a": "x"},
    "lone surrogate": "a\ud800b",
    "unprintable": Unprintable(),
}
BAD_SKUS = {name: value for name, value in BAD_TEXTS.items() if name != "none"}
BAD_CALLS = {f"amount of {kind}": {"amount_cents": value} for kind, value in BAD_AMOUNTS.items()}
BAD_CALLS |= {f"order of {kind}": {"order_id": value} for kind, value in BAD_TEXTS.items()}


def refused(tool, args, *said):
    """Call the world and check that it refuses with an error that says so, and nothing else."""
    tools = open_desk(CASE)
    answer = tools.world.call(tool, args)
    assert set(answer) == {"error"}
    for words in said:
        assert words in answer["error"]
    assert tools.world.ledger.entries == []
    assert tools.world.payments == []
    assert tools.world.escalations == []


@pytest.mark.parametrize("value", BAD_AMOUNTS.values(), ids=BAD_AMOUNTS)
def test_an_amount_that_is_not_whole_cents_is_refused(value):
    refused("issue_refund", GOOD | {"amount_cents": value}, "amount_cents: expected whole cents")


@pytest.mark.parametrize("value", BAD_TEXTS.values(), ids=BAD_TEXTS)
@pytest.mark.parametrize("name", ["order_id", "idempotency_key", "reason"])
def test_text_that_is_no_text_is_refused(name, value):
    refused("issue_refund", GOOD | {name: value}, f"{name}: ")


@pytest.mark.parametrize("value", BAD_SKUS.values(), ids=BAD_SKUS)
def test_a_sku_is_text_or_none(value):
    refused("issue_refund", GOOD | {"sku": value}, "sku: ")
    assert open_desk(CASE).world.call("issue_refund", GOOD | {"sku": None})["status"] == "ok"


@pytest.mark.parametrize("value", BAD_TEXTS.values(), ids=BAD_TEXTS)
@pytest.mark.parametrize("tool", ["lookup_order", "refund_history", "escalate"])
def test_every_tool_refuses_an_order_id_that_is_no_text(tool, value):
    reason = {"reason": "long enough"} if tool == "escalate" else {}
    refused(tool, {"order_id": value} | reason, "order_id: ")


REQUIRED = {
    "lookup_order": ["order_id"],
    "refund_history": ["order_id"],
    "issue_refund": ["order_id", "amount_cents", "idempotency_key", "reason"],
    "escalate": ["order_id", "reason"],
}


@pytest.mark.parametrize(
    ("tool", "name"), [(tool, name) for tool, names in REQUIRED.items() for name in names]
)
def test_a_missing_argument_is_refused_by_name(tool, name):
    args = {key: GOOD[key] for key in REQUIRED[tool] if key != name}
    refused(tool, args, tool, repr(name))


@pytest.mark.parametrize("tool", REQUIRED)
def test_the_required_arguments_are_enough(tool):
    args = {key: GOOD[key] for key in REQUIRED[tool]} | {"reason": "long enough"}
    args = {key: value for key, value in args.items() if key in REQUIRED[tool]}
    tools = open_desk(CASE)
    assert "error" not in tools.world.call(tool, args)
    assert [entry.action for entry in tools.world.ledger.entries] == [tool]


@pytest.mark.parametrize("tool", SIGNATURES)
def test_an_unknown_argument_is_refused_by_name_with_the_known_ones(tool):
    args = {key: value for key, value in GOOD.items() if key in SIGNATURES[tool]}
    refused(tool, args | {"currency": "EUR"}, "'currency'", *SIGNATURES[tool])


@pytest.mark.parametrize(
    "tool", ["refund", "call", "write", "_write", "__init__", "LOOKUP_ORDER", ""]
)
def test_an_unknown_tool_is_refused_by_name_with_the_known_ones(tool):
    refused(tool, {}, repr(tool), *SIGNATURES)


@pytest.mark.parametrize("bad", BAD_CALLS.values(), ids=BAD_CALLS)
def test_a_refused_call_is_told_in_a_transcript_that_can_be_written_down(bad):
    rollout = play_calls(CASE, [Call("issue_refund", GOOD | bad)])
    assert rollout.failure is None
    assert read_rollout(rollout.to_json(), RefundRollout) == rollout
    _user, asked, answered = rollout.messages
    assert json.loads(asked.tool_calls[0].function.arguments).keys() == GOOD.keys()
    assert json.loads(answered.content).keys() == {"error"}


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.binary()
    | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=3,
)
NAME = st.sampled_from(["order_id", "amount_cents", "idempotency_key", "reason", "sku"])


@given(st.sampled_from([*SIGNATURES]), st.dictionaries(NAME | st.text(max_size=5), ANYTHING))
def test_whatever_the_arguments_are_the_answer_is_a_dict_and_an_error_leaves_no_trace(tool, args):
    tools = open_desk(CASE)
    answer = tools.world.call(tool, args)
    assert type(answer) is dict
    if "error" in answer and not answer["error"].startswith("unknown order"):
        assert tools.world.ledger.entries == []
        assert tools.world.payments == []
