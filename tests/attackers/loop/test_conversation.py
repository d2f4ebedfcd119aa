"""The turns between a model and a desk, with models that are scripts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from attackers.loop import Schema, converse
from desk import By, DiedError, Failure, Function, Kind, Message, ToolCall, died

OPENING = (Message("user", "hello"),)


def call(name: str, arguments: str = "{}", call_id: str = "call_0") -> ToolCall:
    return ToolCall(call_id, Function(name, arguments))


def asks(*calls: ToolCall, words: str = "") -> Message:
    return Message("assistant", words, calls)


class Model:
    """Says its script, and keeps what it was told."""

    def __init__(self, *script: Message) -> None:
        self.script = list(script)
        self.heard: list[tuple[Message, ...]] = []

    def __call__(self, messages: Sequence[Message], _tools: Sequence[Schema]) -> Message:
        self.heard.append(tuple(messages))
        return self.script.pop(0)


def echo(tool: str, args: dict[str, Any]) -> dict[str, Any]:
    return {"tool": tool} | args


def failure(
    model: Model, answer: Callable[[str, dict[str, Any]], dict[str, Any]] = echo, turns: int = 12
) -> Failure:
    with pytest.raises(DiedError) as caught:
        converse(model, (), OPENING, answer, [], turns)
    return caught.value.failure


def test_calls_are_answered_in_their_order_and_the_last_words_come_back():
    first = asks(call("a", '{"n": 1}', "x"), call("b", '{"n": 2}', "y"), words="Let me see.")
    model, said = Model(first, Message("assistant", "Done.")), list[Message]()
    assert converse(model, (), OPENING, echo, said) == "Done."
    assert said == [
        first,
        Message("tool", '{"tool":"a","n":1}', tool_call_id="x"),
        Message("tool", '{"tool":"b","n":2}', tool_call_id="y"),
    ]
    assert model.heard == [OPENING, (*OPENING, *said)]


@pytest.mark.parametrize(
    "arguments", ["", "{", '{"order_id": ', "[]", "null", '"A1"', "7", "[" * 100_000, "\ud800"]
)
def test_a_call_that_cannot_be_read_is_the_agents_own_failure(arguments: str):
    told = failure(Model(asks(call("lookup_order", arguments))))
    assert (told.kind, told.by) == (Kind.BAD_CALL, By.AGENT)
    assert "lookup_order" in told.detail


def test_a_tool_that_raises_is_not_the_agents_failure():
    def broken(_tool: str, _args: dict[str, Any]) -> dict[str, Any]:
        raise ConnectionError("the database is gone")

    told = failure(Model(asks(call("a"))), broken)
    assert (told.kind, told.by) == (Kind.TOOL_ERROR, By.INFRASTRUCTURE)
    assert told.detail == "ConnectionError: the database is gone"


def test_a_tool_that_knows_how_the_rollout_died_is_believed():
    def hung(_tool: str, _args: dict[str, Any]) -> dict[str, Any]:
        raise DiedError(died(Kind.AGENT_HUNG, "its clock"))

    assert failure(Model(asks(call("a"))), hung).kind is Kind.AGENT_HUNG


def test_ctrl_c_in_a_tool_is_not_a_failure_of_anybodys():
    def stopped(_tool: str, _args: dict[str, Any]) -> dict[str, Any]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        converse(Model(asks(call("a"))), (), OPENING, stopped, [])


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_a_model_without_an_end_is_stopped_at_its_last_turn(turns: int):
    model = Model(*(asks(call("a")) for _ in range(10)))
    told = failure(model, turns=turns)
    assert (told.kind, told.by) == (Kind.TURN_LIMIT, By.AGENT)
    assert len(model.heard) == turns


def test_a_model_may_use_its_last_turn_to_end():
    model = Model(asks(call("a")), Message("assistant", "Done."))
    assert converse(model, (), OPENING, echo, [], max_turns=2) == "Done."


def test_what_was_said_is_there_after_a_failure():
    said: list[Message] = []
    with pytest.raises(DiedError):
        converse(Model(asks(call("a", "{"), words="Hm.")), (), OPENING, echo, said)
    assert said == [asks(call("a", "{"), words="Hm.")]
