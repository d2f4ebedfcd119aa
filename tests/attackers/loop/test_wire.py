"""Chat completions as JSON: what is asked, and what can be read of an answer."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers.loop import REFUND_TOOLS, classified, read_reply, write_request
from desk import DiedError, Function, Kind, Message, ToolCall

CALL = ToolCall("call_7", Function("lookup_order", '{"order_id": "A1"}'))


def body(**choice: Any) -> bytes:
    return json.dumps({"id": "x", "choices": [{"index": 0, **choice}]}).encode()


def test_a_request_spells_out_what_a_record_leaves_out():
    messages = [Message("user", "hello"), Message("assistant", tool_calls=(CALL,))]
    messages.append(Message("tool", "", tool_call_id="call_7"))
    asked = json.loads(write_request("small", messages, REFUND_TOOLS))
    assert asked["model"] == "small"
    assert asked["messages"] == [
        {"role": "user", "content": "hello"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {
                    "id": "call_7",
                    "type": "function",
                    "function": {"name": "lookup_order", "arguments": '{"order_id": "A1"}'},
                }
            ],
        },
        {"role": "tool", "content": "", "tool_call_id": "call_7"},
    ]
    assert [tool["function"]["name"] for tool in asked["tools"]] == [
        "lookup_order",
        "refund_history",
        "issue_refund",
        "escalate",
    ]


def test_a_request_without_tools_does_not_mention_any():
    assert "tools" not in json.loads(write_request("small", [Message("user", "hello")], ()))


def test_an_answer_in_words_is_read():
    said = read_reply(body(message={"role": "assistant", "content": "Done."}, finish_reason="stop"))
    assert said == Message("assistant", "Done.")


def test_calls_are_read_with_words_or_null_beside_them():
    calls = [msgspec.to_builtins(CALL) | {"type": "function"}]
    for content, words in ((None, ""), ("Let me see.", "Let me see.")):
        message = {"role": "assistant", "content": content, "tool_calls": calls}
        assert read_reply(body(message=message)) == Message("assistant", words, (CALL,))


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"<html>",
        b"\xff",
        b"null",
        b"[]",
        b'{"choices": []}',
        b'{"error": {"message": "no"}}',
        b'{"choices": [{"message": null}]}',
        b'{"choices": [{"message": {"content": 5}}]}',
        b'{"choices": [{"message": {"tool_calls": [{"id": "1"}]}}]}',
        b"[" * 100_000,
    ],
)
def test_an_answer_of_another_shape_is_a_bad_response(answer: bytes):
    with pytest.raises(DiedError) as caught, classified():
        read_reply(answer)
    assert caught.value.failure.kind is Kind.BAD_RESPONSE


def test_an_answer_that_was_cut_off_is_not_taken_for_one():
    message = {"role": "assistant", "content": "I wou"}
    with pytest.raises(DiedError) as caught:
        read_reply(body(message=message, finish_reason="length"))
    assert caught.value.failure.kind is Kind.CUT_OFF


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_a_message_or_a_bad_response(answer: bytes):
    try:
        with classified():
            assert isinstance(read_reply(answer), Message)
    except DiedError as error:
        assert error.failure.kind is Kind.BAD_RESPONSE
