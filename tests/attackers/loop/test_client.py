"""The `openai` client against real servers: what fails, as what; and what is asked again."""

from __future__ import annotations

import os
import socket
from itertools import count, pairwise
from typing import Any

import pytest

from attackers.loop import REFUND_TOOLS, OpenAIModel, Session, client, refund_agent
from desk import By, DiedError, Failure, Function, Kind, Message, ToolCall
from desk.refund import eval_cases, play, wrongs
from tests.attackers.loop.models import Respond, body, events, http, said, serving

ASKED = (Message("user", "hello"),)
DONE = Message("assistant", "All done.")
CALL = ToolCall("call_1", Function("lookup_order", '{"order_id": "1041"}'))
CALLS = Message("assistant", tool_calls=(CALL, ToolCall("call_2", CALL.function)))

both = pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])


def model(url: str, **how: Any) -> OpenAIModel:
    return OpenAIModel(url, "small", **({"timeout": 20.0, "retries": 0} | how))


def failure(session: Session) -> Failure:
    with pytest.raises(DiedError) as caught:
        session(ASKED, ())
    return caught.value.failure


def answering(answer: bytes | None) -> Respond:
    return lambda _number, _asked: answer


def first(*answers: bytes, then: Message = DONE) -> Respond:
    """Give these answers, and then go well."""
    return lambda number, asked: answers[number] if number < len(answers) else said(then, asked)


@both
@pytest.mark.parametrize("message", [DONE, CALLS], ids=["words", "calls"])
def test_a_message_is_read_with_what_it_took_to_generate(stream: bool, message: Message):
    with serving(lambda _number, asked: said(message, asked, tokens=11)) as server:
        session = model(server.url, stream=stream).session()
        assert session(ASKED, REFUND_TOOLS) == message
        assert session(ASKED, REFUND_TOOLS) == message
    assert session.generated_tokens == 22
    assert server.asked[0]["tools"] == list(REFUND_TOOLS)


@both
def test_tokens_that_nobody_counted_are_not_nought(stream: bool):
    counts = iter((5, None))
    with serving(lambda _number, asked: said(DONE, asked, tokens=next(counts))) as server:
        session = model(server.url, stream=stream).session()
        assert session.generated_tokens is None
        session(ASKED, ())
        assert session.generated_tokens == 5
        session(ASKED, ())
    assert session.generated_tokens is None


def test_a_temperature_and_a_key_are_sent_when_they_are_given_and_only_then():
    with serving(first()) as server:
        model(server.url).session()(ASKED, ())
        model(server.url, key="secret", temperature=0.5).session()(ASKED, ())
    assert server.keys == [None, "Bearer secret"]
    assert [asked.get("temperature") for asked in server.asked] == [None, 0.5]


OURS = {
    *("host", "accept", "accept-encoding", "connection", "content-type", "content-length"),
    *("user-agent", "authorization"),
}


@both
@pytest.mark.parametrize("key", ["", "secret"], ids=["without a key", "with a key"])
def test_nothing_that_the_environment_tells_the_client_is_sent(
    stream: bool, key: str, monkeypatch: pytest.MonkeyPatch
):
    for name in ("API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID"):
        monkeypatch.setenv(f"OPENAI_{name}", "of-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://of-the-environment")
    told = "Authorization: Bearer of-the-environment\nX-Token: of-the-environment"
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", told)
    with serving(first()) as server:
        model(server.url, key=key, stream=stream).session()(ASKED, ())
    (head,) = server.heads
    assert head.get("authorization") == (f"Bearer {key}" if key else None)
    assert {name for name in head if not name.startswith("x-stainless-")} <= OURS
    assert "of-the-environment" not in "".join(head.values())
    assert os.environ["OPENAI_CUSTOM_HEADERS"] == told


ANSWERS = {
    401: Kind.UNAUTHORIZED,
    402: Kind.PAYMENT_REQUIRED,
    403: Kind.UNAUTHORIZED,
    404: Kind.SERVER_ERROR,
    429: Kind.RATE_LIMITED,
    500: Kind.SERVER_ERROR,
    503: Kind.SERVER_ERROR,
}


@both
@pytest.mark.parametrize("status", ANSWERS)
def test_a_refusal_is_classified(status: int, stream: bool):
    with serving(answering(http(b'{"error": {"message": "no"}}', status))) as server:
        told = failure(model(server.url, stream=stream).session())
    assert (told.kind, told.by) == (ANSWERS[status], By.INFRASTRUCTURE)
    assert told.detail.startswith(f"HTTP {status} ")


@both
def test_an_empty_account_is_told_from_a_rate_limit_and_not_asked_again(stream: bool):
    no_credit = http(b'{"error": {"code": "insufficient_quota"}}', 429, "Retry-After: 0\r\n")
    with serving(answering(no_credit)) as server:
        told = failure(model(server.url, stream=stream, retries=3).session())
    assert told.kind is Kind.PAYMENT_REQUIRED
    assert len(server.asked) == 1


@both
def test_a_conversation_that_grew_too_long_is_the_agents_own(stream: bool):
    refused = http(b'{"error": {"code": "context_length_exceeded"}}', 400)
    with serving(answering(refused)) as server:
        told = failure(model(server.url, stream=stream).session())
    assert (told.kind, told.by) == (Kind.CUT_OFF, By.AGENT)


@both
@pytest.mark.parametrize("reason", ["length", "content_filter"])
def test_a_message_that_was_cut_off_is_the_agents_own(stream: bool, reason: str):
    with serving(lambda _number, asked: said(CALLS, asked, finish=reason)) as server:
        told = failure(model(server.url, stream=stream).session())
    assert (told.kind, told.by) == (Kind.CUT_OFF, By.AGENT)


WHOLE = {
    "garbage": http(b"\x00\xff<html>"),
    "html": http(b"<html>welcome</html>", kind="text/html"),
    "nothing": http(b""),
    "another shape": http(b'{"error": {"message": "no"}}'),
    "no choices": http(b'{"choices": []}'),
    "arguments that are no text": http(body(CALLS).replace(b'"{\\', b'{"\\')),
    "half a body": http(body(DONE))[:-20],
    "no http": b"what?\r\n\r\n",
}
PIECES = events(CALLS)
STREAMED = {
    "garbage": http(b"data: \x00{\n\n", kind="text/event-stream"),
    "html": http(b"<html>welcome</html>", kind="text/html"),
    "nothing": http(b"", kind="text/event-stream"),
    "another shape": http(b'data: {"choices": 5}\n\n', kind="text/event-stream"),
    "an end before the end": http(b"".join(PIECES[:4]), kind="text/event-stream"),
    "a call without a name": http(b"".join(PIECES[:3] + PIECES[4:]), kind="text/event-stream"),
    "half a body": http(b"".join(PIECES), kind="text/event-stream")[:-80],
    "an error in the middle": http(
        PIECES[0] + b'data: {"error": {"message": "overloaded"}}\n\n', kind="text/event-stream"
    ),
    "no http": b"what?\r\n\r\n",
}


@pytest.mark.parametrize("answer", WHOLE)
def test_an_answer_that_cannot_be_read_is_no_answer(answer: str):
    with serving(answering(WHOLE[answer])) as server:
        told = failure(model(server.url, retries=3).session())
    assert (told.kind, told.by) == (Kind.BAD_RESPONSE, By.INFRASTRUCTURE)
    assert len(server.asked) == 1, "it may have been paid for: it is not to be asked again"


@pytest.mark.parametrize("answer", STREAMED)
def test_a_stream_that_cannot_be_read_is_no_answer(answer: str):
    with serving(answering(STREAMED[answer])) as server:
        told = failure(model(server.url, stream=True, retries=3).session())
    assert (told.kind, told.by) == (Kind.BAD_RESPONSE, By.INFRASTRUCTURE)
    assert len(server.asked) == 1


WORDS = {
    "in an error": b'{"error": {"message": "no such\\nmodel\\u001b[31m", "code": 404}}',
    "flat": b'{"object": "error", "message": "no such model"}',
    "as text": b'{"error": "no such model"}',
    "as detail": b'{"detail": "no such model"}',
    "as a page": b"<html>no\tsuch\x00 model" + b"!" * 9000,
}


@both
@pytest.mark.parametrize("words", WORDS)
def test_what_an_endpoint_says_in_place_of_an_answer_is_shown_in_one_line(words: str, stream: bool):
    kind = "text/html" if words == "as a page" else "application/json"
    with serving(answering(http(WORDS[words], kind=kind))) as server:
        told = failure(model(server.url, stream=stream).session())
    assert told.kind is Kind.BAD_RESPONSE
    assert "no such model" in told.detail
    assert told.detail.isprintable()
    assert len(told.detail) < 400


@pytest.mark.parametrize("words", ["in an error", "flat", "as text", "as detail"])
def test_an_error_in_a_stream_is_shown_in_one_line(words: str):
    events = http(b"data: " + WORDS[words] + b"\n\n", kind="text/event-stream")
    with serving(answering(events)) as server:
        told = failure(model(server.url, stream=True).session())
    assert told.kind is Kind.BAD_RESPONSE
    assert "no such model" in told.detail
    assert told.detail.isprintable()


def test_a_whole_answer_is_taken_where_a_stream_was_asked_for():
    with serving(answering(http(body(CALLS)))) as server:
        session = model(server.url, stream=True).session()
        assert session(ASKED, REFUND_TOOLS) == CALLS
    assert session.generated_tokens == 7


def test_a_key_that_is_no_secret_leaves_what_was_said_to_be_read():
    with serving(answering(http(b"no such extra", 401))) as server:
        assert failure(model(server.url, key="x").session()).detail == "HTTP 401 no such extra"


@both
def test_a_key_that_was_cut_at_the_end_of_what_is_shown_is_taken_out_too(stream: bool):
    key = "sk-" + "7" * 60
    refused = http(b"!" * 180 + key.encode(), 401)
    with serving(answering(refused)) as server:
        told = failure(model(server.url, stream=stream, key=key).session())
    assert "sk-" not in told.detail
    assert told.detail.endswith("![key]")


@both
def test_a_silent_endpoint_is_a_timeout_and_not_asked_again(stream: bool):
    with serving(answering(None)) as server:
        told = failure(model(server.url, stream=stream, timeout=0.05, retries=3).session())
    assert told.kind is Kind.TIMEOUT
    assert len(server.asked) == 1


@both
def test_an_answer_that_drips_ends_at_the_deadline(stream: bool, monkeypatch: pytest.MonkeyPatch):
    clock = count(0, 100)
    monkeypatch.setattr(client, "monotonic", lambda: next(clock))
    with serving(first()) as server:
        told = failure(model(server.url, stream=stream, timeout=30.0).session())
    assert told.kind is Kind.TIMEOUT


def test_an_answer_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client, "MOST_BYTES", 100)
    with serving(first()) as server:
        told = failure(model(server.url).session())
    assert told.kind is Kind.BAD_RESPONSE
    assert "longer than" in told.detail


@both
def test_a_dropped_connection_is_classified_and_not_asked_again(stream: bool):
    with serving(answering(b"")) as server:
        told = failure(model(server.url, stream=stream, retries=3).session())
    assert told.kind is Kind.CONNECTION
    assert len(server.asked) == 1


@both
def test_a_connection_that_was_never_made_is_tried_again(stream: bool):
    waited: list[float] = []
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{held.getsockname()[1]}/v1"
        told = failure(model(url, stream=stream, retries=3, wait=waited.append).session())
    assert told.kind is Kind.CONNECTION
    assert waited == [0.5, 1.0, 2.0]


@both
def test_a_rate_limit_is_waited_for_as_long_as_it_says(stream: bool):
    waited: list[float] = []
    slow = [http(b"slow", 429, f"Retry-After: {seconds}\r\n") for seconds in (7, 0)]
    with serving(first(*slow)) as server:
        session = model(server.url, stream=stream, retries=2, wait=waited.append).session()
        assert session(ASKED, ()) == DONE
    assert waited == [7.0, 0.0]
    assert session.generated_tokens == 7


@pytest.mark.parametrize("asked", ["61", "1e300", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_an_endpoint_that_asks_for_too_long_a_wait_is_not_waited_for(asked: str):
    with serving(answering(http(b"", 429, f"Retry-After: {asked}\r\n"))) as server:
        told = failure(model(server.url, retries=3, wait=no_wait).session())
    assert told.kind is Kind.RATE_LIMITED
    assert len(server.asked) == 1


@pytest.mark.parametrize("asked", ["soon", "nan", "inf", "Fri, 99 Foo", ""])
def test_a_retry_after_that_says_nothing_leaves_our_own_pause(asked: str):
    waited: list[float] = []
    with serving(first(http(b"", 503, f"Retry-After: {asked}\r\n"))) as server:
        model(server.url, retries=1, wait=waited.append).session()(ASKED, ())
    assert waited == [0.5]


def test_a_date_in_the_past_is_no_wait():
    waited: list[float] = []
    past = http(b"", 503, "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n")
    with serving(first(past)) as server:
        model(server.url, retries=1, wait=waited.append).session()(ASKED, ())
    assert waited == [0.0]


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_server_that_failed_is_asked_again_and_no_more_often_than_said(status: int):
    waited: list[float] = []
    with serving(answering(http(b"", status))) as server:
        told = failure(model(server.url, retries=2, wait=waited.append).session())
    assert told.kind is Kind.SERVER_ERROR
    assert (len(server.asked), waited) == (3, [0.5, 1.0])


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 408, 409, 422, 501])
def test_a_refusal_that_waiting_does_not_cure_is_not_asked_again(status: int):
    with serving(answering(http(b"", status))) as server:
        failure(model(server.url, retries=3, wait=no_wait).session())
    assert len(server.asked) == 1


def no_wait(seconds: float) -> None:
    raise AssertionError(f"waited for {seconds} seconds")


@both
def test_the_key_is_nowhere_in_a_failure_or_in_what_is_printed(stream: bool):
    with serving(answering(http(b"the key secret-key is not known", 401))) as server:
        asked = model(server.url, stream=stream, key="secret-key")
        told = failure(asked.session())
    assert told.detail == "HTTP 401 the key [key] is not known"
    assert "secret-key" not in repr(asked) + repr(asked.session())


@pytest.mark.parametrize("how", [{"url": "ftp://host"}, {"timeout": 0.0}])
def test_an_endpoint_that_is_none_is_refused_at_once(how: dict[str, Any]):
    with pytest.raises(ValueError, match=next(iter(how))):
        OpenAIModel(**({"url": "http://127.0.0.1", "model": "small"} | how))


@both
def test_a_careful_model_does_the_work_and_a_careless_one_does_not(stream: bool):
    cases = eval_cases().cases[:6]
    for name, good in (("careful", True), ("naive", False)):
        with serving(name) as server:
            asked = model(server.url, stream=stream)
            rollouts = [play(refund_agent(asked.session()), case) for case in cases]
        assert all(not wrongs(made) and not made.failure for made in rollouts) is good


def test_every_request_repeats_what_was_said_and_answered():
    with serving("careful") as server:
        play(refund_agent(model(server.url).session(), system="Be kind."), eval_cases().cases[0])
    roles = [[one["role"] for one in asked["messages"]] for asked in server.asked]
    assert roles[0] == ["system", "user"]
    assert all(long[: len(short)] == short for short, long in pairwise(roles))
    assert roles[-1][-2:] == ["assistant", "tool"]
