"""The HTTP transport on real sockets: one request, a classified failure, nothing retried."""

from __future__ import annotations

import socket
from itertools import count

import pytest

from attackers.loop import Endpoint, endpoint
from desk import DiedError, Failure, Kind, Message
from tests.attackers.loop.listener import listening

SAID = b'{"choices": [{"message": {"role": "assistant", "content": "Done."}}]}'
ASKED = (Message("user", "hello"),)


def answer(body: bytes, head: bytes = b"200 OK", extra: bytes = b"") -> bytes:
    length = str(len(body)).encode()
    return b"HTTP/1.1 %s\r\nContent-Length: %s\r\n%s\r\n%s" % (head, length, extra, body)


def failure(model: Endpoint) -> Failure:
    with pytest.raises(DiedError) as caught:
        model(ASKED, ())
    return caught.value.failure


def test_a_model_is_asked_where_the_url_says_with_the_key_and_answers():
    with listening(answer(SAID)) as heard:
        said = Endpoint(heard.url, "small", key="secret")(ASKED, ())
    assert said == Message("assistant", "Done.")
    head, _, body = heard.asked[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /v1/chat/completions HTTP/1.1\r\n")
    assert b"Authorization: Bearer secret" in head
    assert b'"model":"small"' in body


def test_without_a_key_none_is_sent():
    with listening(answer(SAID)) as heard:
        Endpoint(heard.url)(ASKED, ())
    assert b"authorization" not in heard.asked[0].lower()


def test_an_answer_in_chunks_is_read():
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
    with listening(chunked % (len(SAID), SAID)) as heard:
        assert Endpoint(heard.url)(ASKED, ()).content == "Done."


def test_a_refusal_is_asked_once_and_never_again():
    with listening(answer(b"slow down", b"429 Slow")) as heard:
        assert failure(Endpoint(heard.url)).kind is Kind.RATE_LIMITED
    assert len(heard.asked) == 1


def test_the_key_is_nowhere_in_a_failure_or_in_what_is_printed():
    with listening(answer(b"the key secret-key is not known", b"401 No")) as heard:
        model = Endpoint(heard.url, key="secret-key")
        told = failure(model)
    assert told.detail == "HTTP 401 the key [key] is not known"
    assert "secret-key" not in repr(model)


def test_a_redirect_is_not_followed():
    with listening(answer(SAID)) as other:
        moved = answer(b"", b"307 Moved", b"Location: %s\r\n" % other.url.encode())
        with listening(moved) as heard:
            assert failure(Endpoint(heard.url)).kind is Kind.SERVER_ERROR
        assert not other.asked
        Endpoint(other.url)(ASKED, ())


def test_half_a_body_is_no_answer_even_if_it_can_be_read():
    short = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(SAID) + 2, SAID)
    with listening(short) as heard:
        assert failure(Endpoint(heard.url)).kind is Kind.BAD_RESPONSE


def test_an_answer_that_drips_ends_at_the_deadline(monkeypatch: pytest.MonkeyPatch):
    clock = count(0, 100)
    monkeypatch.setattr(endpoint, "monotonic", lambda: next(clock))
    with listening(answer(SAID)) as heard:
        assert failure(Endpoint(heard.url, timeout=30)).kind is Kind.TIMEOUT


def test_an_answer_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(endpoint, "MOST_BYTES", len(SAID) - 1)
    with listening(answer(SAID)) as heard:
        told = failure(Endpoint(heard.url))
    assert told.kind is Kind.BAD_RESPONSE
    assert "longer than" in told.detail


def test_a_silent_endpoint_is_a_timeout():
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        assert failure(Endpoint(url, timeout=0.05)).kind is Kind.TIMEOUT


def test_a_port_where_nobody_listens_is_a_lost_connection():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{held.getsockname()[1]}"
        assert failure(Endpoint(url)).kind is Kind.CONNECTION


def test_tls_with_somebody_who_does_not_speak_it_is_not_the_agents_fault():
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        url = f"https://127.0.0.1:{server.getsockname()[1]}"
        assert failure(Endpoint(url, timeout=0.05)).by == "infrastructure"


@pytest.mark.parametrize(
    "url", ["", "127.0.0.1:8000", "ftp://host/v1", "http://", "http:///v1", "http://h:70000"]
)
def test_a_url_that_names_no_endpoint_is_refused_at_once(url: str):
    with pytest.raises(ValueError, match="url: expected http://HOST"):
        Endpoint(url)


def test_a_url_with_a_password_in_it_is_refused_without_repeating_it():
    with pytest.raises(ValueError, match="no user and no password") as refused:
        Endpoint("http://me:secret@host/v1")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
def test_a_timeout_that_is_no_time_is_refused_at_once(timeout: float):
    with pytest.raises(ValueError, match="timeout: expected seconds over 0"):
        Endpoint("http://127.0.0.1", timeout=timeout)
