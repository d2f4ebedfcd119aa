"""Every trouble of a model's endpoint is classified, in one place, and laid at the right door."""

from __future__ import annotations

import ssl
from http.client import BadStatusLine, IncompleteRead, RemoteDisconnected

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers.loop import classified, of_error, of_finish, of_status
from attackers.loop.trouble import TOO_LONG
from desk import By, DiedError, Kind, died


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (301, Kind.SERVER_ERROR),
        (400, Kind.SERVER_ERROR),
        (401, Kind.UNAUTHORIZED),
        (402, Kind.PAYMENT_REQUIRED),
        (403, Kind.UNAUTHORIZED),
        (404, Kind.SERVER_ERROR),
        (429, Kind.RATE_LIMITED),
        (500, Kind.SERVER_ERROR),
        (503, Kind.SERVER_ERROR),
    ],
)
def test_a_status_has_its_kind_and_is_never_the_agents_fault(status: int, kind: Kind):
    failure = of_status(status, b"why")
    assert (failure.kind, failure.by) == (kind, By.INFRASTRUCTURE)
    assert failure.detail == f"HTTP {status} why"


def test_a_conversation_that_grew_too_long_is_the_agents_own_and_no_other_400_is():
    def refused(code: object) -> Kind:
        return of_status(400, msgspec.json.encode({"error": {"code": code}})).kind

    assert refused(TOO_LONG) is Kind.CUT_OFF
    assert refused("invalid_value") is Kind.SERVER_ERROR
    assert refused(None) is Kind.SERVER_ERROR
    assert of_status(500, msgspec.json.encode({"error": {"code": TOO_LONG}})).kind is not (
        Kind.CUT_OFF
    )


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"code": None, "type": TOO_LONG}},
        {"error": {"code": 400, "message": "This model's maximum context length is 4096 tokens."}},
        {"object": "error", "message": "maximum context length is 4096", "code": 400},
        {"error": {"code": 400, "message": "the request exceeds the available context size"}},
    ],
)
def test_servers_for_local_models_say_in_other_words_that_it_grew_too_long(body: object):
    assert of_status(400, msgspec.json.encode(body)).kind is Kind.CUT_OFF
    assert of_status(500, msgspec.json.encode(body)).kind is Kind.SERVER_ERROR


@pytest.mark.parametrize("field", ["code", "type"])
def test_an_empty_account_is_not_a_rate_limit(field: str):
    body = msgspec.json.encode({"error": {field: "insufficient_quota"}})
    assert of_status(429, body).kind is Kind.PAYMENT_REQUIRED
    assert of_status(403, body).kind is Kind.UNAUTHORIZED


@given(st.integers(300, 999), st.binary(max_size=300))
def test_any_status_with_any_body_is_classified(status: int, body: bytes):
    assert of_status(status, body).by is By.INFRASTRUCTURE


def test_a_body_nested_beyond_reading_is_classified_too():
    assert of_status(400, b"[" * 100_000).kind is Kind.SERVER_ERROR


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (TimeoutError("timed out"), Kind.TIMEOUT),
        (ConnectionRefusedError(), Kind.CONNECTION),
        (ConnectionResetError(), Kind.CONNECTION),
        (RemoteDisconnected("gone"), Kind.CONNECTION),
        (ssl.SSLError("not for us"), Kind.CONNECTION),
        (OSError("no route"), Kind.CONNECTION),
        (IncompleteRead(b"{", 3), Kind.BAD_RESPONSE),
        (BadStatusLine("what?"), Kind.BAD_RESPONSE),
        (msgspec.ValidationError("no choices"), Kind.BAD_RESPONSE),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"), Kind.BAD_RESPONSE),
        (RecursionError(), Kind.BAD_RESPONSE),
        (LookupError("a client's own error"), Kind.BAD_RESPONSE),
    ],
)
def test_an_exception_has_its_kind_and_is_never_the_agents_fault(error: Exception, kind: Kind):
    failure = of_error(error)
    assert (failure.kind, failure.by) == (kind, By.INFRASTRUCTURE)
    with pytest.raises(DiedError) as caught, classified():
        raise error
    assert caught.value.failure == failure


def test_a_failure_that_is_classified_already_stays_what_it_is():
    failure = died(Kind.RATE_LIMITED, "slow down")
    with pytest.raises(DiedError) as caught, classified():
        raise DiedError(failure)
    assert caught.value.failure is failure


def test_ctrl_c_is_not_classified():
    with pytest.raises(KeyboardInterrupt), classified():
        raise KeyboardInterrupt


@pytest.mark.parametrize("reason", ["length", "content_filter"])
def test_a_model_that_was_cut_off_has_failed_by_itself(reason: str):
    failure = of_finish(reason)
    assert failure is not None
    assert (failure.kind, failure.by) == (Kind.CUT_OFF, By.AGENT)


@pytest.mark.parametrize("reason", ["stop", "tool_calls", "function_call", None, "new"])
def test_a_model_that_was_done_has_not_failed(reason: str | None):
    assert of_finish(reason) is None
