"""A model at the refund desk: it works as a scripted agent does, and its record is its own."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers.loop import REFUND_TOOLS, Schema, refund_agent
from attackers.refund import agents
from desk import Function, Kind, Message, ToolCall
from desk.refund import SIGNATURES, Case, Line, RefundRollout, eval_cases, play, wrongs
from desk.refund.case import Expectation
from tests.strategies import TEXT, eval_case, messages


def model(*script: Message):
    left = list(script)

    def complete(_messages: Sequence[Message], _tools: Sequence[Schema]) -> Message:
        return left.pop(0)

    return complete


def called(name: str, **args: object) -> Message:
    return Message("assistant", tool_calls=(ToolCall("x", Function(name, json.dumps(args))),))


def answers(rollout: RefundRollout) -> list[dict[str, object]]:
    return [json.loads(message.content) for message in rollout.messages if message.role == "tool"]


@pytest.mark.parametrize("case", eval_cases().cases, ids=lambda case: case.id)
def test_a_model_that_says_what_the_reference_does_leaves_the_same_log(case: Case):
    honest = play(agents()["careful"].act, case)
    said = [message for message in honest.messages if message.role == "assistant"]
    rollout = play(refund_agent(model(*said)), case)
    assert rollout.log == honest.log
    assert rollout.end == honest.end
    assert rollout.messages == honest.messages
    assert not wrongs(rollout)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (called("pay_all"), "unknown tool 'pay_all'"),
        (called("_call", tool="issue_refund", args={}), "unknown tool"),
        (called("lookup_order"), "missing"),
        (called("lookup_order", order_id="A1", fast=True), "unexpected"),
        (called("issue_refund", order_id="A1"), "missing"),
        (called("lookup_order", order_id=5), "expected text"),
    ],
)
def test_a_call_that_does_not_fit_is_answered_so_that_the_model_can_mend_it(
    message: Message, told: str
):
    rollout = play(
        refund_agent(model(message, Message("assistant", "Sorry."))), eval_case("clean-01")
    )
    assert rollout.failure is None
    assert told in str(answers(rollout)[0]["error"])
    assert rollout.log == ()


def test_the_system_prompt_is_told_and_not_recorded():
    heard: list[Sequence[Message]] = []

    def complete(messages: Sequence[Message], _tools: Sequence[Schema]) -> Message:
        heard.append(messages)
        return Message("assistant", "Done.")

    case = eval_case("clean-01")
    rollout = play(refund_agent(complete, system="You work at a desk."), case)
    assert list(heard[0]) == [
        Message("system", "You work at a desk."),
        Message("user", case.ticket),
    ]
    assert rollout.messages == (Message("user", case.ticket), Message("assistant", "Done."))


def test_a_ticket_that_does_not_name_its_order_is_told_with_it():
    heard: list[Sequence[Message]] = []

    def complete(messages: Sequence[Message], _tools: Sequence[Schema]) -> Message:
        heard.append(messages)
        return Message("assistant")

    case = Case(
        id="c", order="A-77", lines=(Line("MUG", 500),), expect=Expectation("hold"), ticket="Hello?"
    )
    play(refund_agent(complete), case)
    assert heard[0][0].content == "Order A-77\n\nHello?"


def test_the_schemas_are_the_desks_own_signatures():
    described = {tool["function"]["name"]: tool["function"]["parameters"] for tool in REFUND_TOOLS}
    assert described.keys() == SIGNATURES.keys()
    for name, arguments in SIGNATURES.items():
        assert described[name]["properties"].keys() == arguments.keys()
        assert described[name]["required"] == [key for key, needed in arguments.items() if needed]
    assert described["issue_refund"]["properties"]["amount_cents"] == {"type": "integer"}


@pytest.mark.parametrize("hint", ["twice", "again", "error", "retry", "same", "duplicate", "key"])
def test_the_descriptions_give_no_hint_of_what_is_measured(hint: str):
    assert all(hint not in tool["function"]["description"].lower() for tool in REFUND_TOOLS)


CALLS = st.builds(
    ToolCall,
    TEXT,
    st.builds(
        Function,
        st.sampled_from([*SIGNATURES, "world", "__init__"]) | TEXT,
        TEXT | st.dictionaries(TEXT, TEXT | st.integers() | st.none()).map(json.dumps),
    ),
)


@given(
    st.lists(
        messages()
        | st.builds(Message, st.just("assistant"), TEXT, st.lists(CALLS, min_size=1).map(tuple)),
        max_size=5,
    )
)
def test_whatever_a_model_says_the_rollout_ends_with_a_classified_failure_or_none(
    script: list[Message],
):
    rollout = play(
        refund_agent(model(*script, Message("assistant", "End."))), eval_case("clean-01")
    )
    assert rollout.failure is None or rollout.failure.kind is Kind.BAD_CALL
    assert rollout.log_fault() is None
