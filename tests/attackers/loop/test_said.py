"""What a model may write and an endpoint may count: no exception, and nobody else's fault."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers.loop import REFUND, SETTLEMENT, Interface, classified, read_reply, read_usage, worked
from attackers.loop.said import MOST_SHOWN, MOST_TOKENS, count, decoded, line, text
from attackers.loop.stream import Streamed
from audits.qualify.record import MOST
from desk import By, DiedError, Kind, Message
from desk.refund import eval_cases
from desk.settlement import settlement_cases
from tests.attackers.loop.test_conversation import Model, asks, call

HALF = "\ud83d"
WRITTEN = st.text(st.characters(codec=None), max_size=8)


def message(content: str | None, *calls: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": content, "tool_calls": list(calls)}


def calling(
    name: str = "lookup_order", arguments: str = "{}", call_id: str = "x"
) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def whole(said: dict[str, Any], tokens: Any = 7) -> Message:
    answer = {"choices": [{"message": said, "finish_reason": "stop"}]}
    return read_reply(json.dumps(answer | {"usage": {"completion_tokens": tokens}}).encode())


def streamed(said: dict[str, Any]) -> Message:
    calls = [one | {"index": n} for n, one in enumerate(said["tool_calls"])]
    delta = said | {"tool_calls": calls}
    return Streamed().take([{"choices": [{"delta": delta, "finish_reason": "stop"}]}])


@pytest.mark.parametrize("read", [whole, streamed])
@given(WRITTEN, WRITTEN, WRITTEN, WRITTEN.filter(bool))
def test_whatever_a_model_writes_is_read_or_is_its_own_failure(
    read: Any, content: str, name: str, arguments: str, call_id: str
):
    said = message(content, calling(name, arguments, call_id))
    try:
        with classified():
            made = read(said)
    except DiedError as error:
        assert (error.failure.kind, error.failure.by) == (Kind.BAD_CALL, By.AGENT)
        json.dumps(error.failure.detail).encode("ascii")
        error.failure.detail.encode()
        return
    assert made.content == content
    (one,) = made.tool_calls
    assert (one.function.name, one.function.arguments, one.id) == (name, arguments, call_id)


@pytest.mark.parametrize("read", [whole, streamed])
@pytest.mark.parametrize(
    "said",
    [
        message(f"It is done {HALF}"),
        message(None, calling(name=f"lookup_order{HALF}")),
        message(None, calling(arguments=f'{{"order_id": "{HALF}"}}')),
        message(None, calling(call_id=HALF)),
    ],
    ids=["words", "name", "arguments", "id"],
)
def test_half_a_character_is_the_models_own_failure(read: Any, said: dict[str, Any]):
    with pytest.raises(DiedError) as caught, classified():
        read(said)
    assert (caught.value.failure.kind, caught.value.failure.by) == (Kind.BAD_CALL, By.AGENT)
    assert "half a surrogate pair" in caught.value.failure.detail


def test_a_character_that_a_stream_has_cut_in_two_is_whole_again():
    pieces = [{"choices": [{"delta": {"content": half}}]} for half in ("\ud83d", "\ude00")]
    end = {"choices": [{"delta": {}, "finish_reason": "stop"}]}
    assert Streamed().take([*pieces, end]).content == "\U0001f600"
    assert text("\ud83d\ude00") == "\U0001f600"


def test_tokens_are_counted_of_an_answer_that_is_no_text_too():
    answer = {"choices": [], "x": HALF, "usage": {"completion_tokens": 5}}
    assert read_usage(json.dumps(answer).encode()) == 5


@pytest.mark.parametrize("odd", [10**30, -1, MOST_TOKENS + 1, 7.5, "7", True, None, [], {}])
def test_a_count_that_is_none_is_not_counted_and_spoils_nothing(odd: object):
    assert count(odd) is None
    assert whole(message("Done."), odd).content == "Done."
    assert read_usage(json.dumps({"usage": {"completion_tokens": odd}}).encode()) is None
    assert read_usage(json.dumps({"usage": odd}).encode()) is None
    made = Streamed()
    made.take(
        [
            {"choices": [{"delta": {"content": "Done."}, "finish_reason": "stop"}]},
            {"choices": [], "usage": {"completion_tokens": odd}},
        ]
    )
    assert made.generated_tokens is None


def test_the_most_that_is_counted_is_what_a_record_takes():
    assert count(MOST) == MOST == MOST_TOKENS


@given(WRITTEN)
def test_json_is_read_as_most_read_it(written: str):
    assert decoded(json.dumps(written).encode()) == written


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b'"\xed\xa0\x80"', b'"\x01"', b"\xef\xbb\xbf{}"]
)
def test_what_is_no_json_is_refused(body: bytes):
    with pytest.raises(msgspec.DecodeError):
        decoded(body)


@given(st.text(st.characters(codec=None)))
def test_a_strangers_words_are_one_printable_line(words: str):
    told = line(words * 9)
    assert told.isprintable()
    assert len(told) <= MOST_SHOWN


HOSTILE = {
    "nul": '{"order_id": "\\u0000"}',
    "half a pair": '{"order_id": "\\ud800"}',
    "500 digits": f'{{"order_id": "1041", "amount_cents": {"9" * 500}, "ticks": {"9" * 500}}}',
    "5000 digits": f'{{"amount_cents": {"9" * 5000}, "ticks": {"9" * 5000}}}',
    "beyond a float": '{"amount_cents": 1e400, "ticks": 1e400}',
    "not a number": '{"amount_cents": NaN}',
    "nested": f'{{"order_id": {"[" * 400}{"]" * 400}}}',
    "nested beyond reading": f'{{"order_id": {"[" * 9000}{"]" * 9000}}}',
    "twice": '{"order_id": "1041", "order_id": "1042"}',
    "names of ours": '{"self": 1, "tool": 2, "args": 3, "": 4}',
}


@pytest.mark.parametrize(
    ("desk", "case"),
    [(REFUND, eval_cases().cases[0]), (SETTLEMENT, settlement_cases().cases[0])],
    ids=["refund", "settlement"],
)
@pytest.mark.parametrize("arguments", HOSTILE)
def test_hostile_arguments_are_answered_or_the_models_own_failure_on_any_tool(
    desk: Interface, case: Any, arguments: str
):
    names = [tool["function"]["name"] for tool in desk.tools]
    for name in (*names, "", "__class__", "call", "\x00", "x" * 5000):
        model = Model(asks(call(name, HOSTILE[arguments])), Message("assistant", "Done."))
        made = worked(desk, model, case)
        assert not made.spoilt
        assert made.failure is None or made.failure.kind is Kind.BAD_CALL
        assert made.to_json()
