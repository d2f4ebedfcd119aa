"""The one place where a model's trouble becomes a failure of a kind.

A transport raises what it likes inside `classified()`; what leaves it is `DiedError`. Another
client's exceptions belong in `of_error`, and nowhere else. The `openai` package is known here by
the names of its exceptions, and of those of the transport below it, so that nothing is imported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from attackers.loop.said import NoAnswerError, line
from desk import DiedError, Failure, Kind, died
from desk.failure import told

_STATUS = {
    401: Kind.UNAUTHORIZED,
    402: Kind.PAYMENT_REQUIRED,
    403: Kind.UNAUTHORIZED,
    429: Kind.RATE_LIMITED,
}

_CUT_OFF = ("length", "content_filter")

TOO_LONG = "context_length_exceeded"
"""The code of a refusal for a conversation that no longer fits into the model."""

_LOCAL_TOO_LONG = re.compile(r"maximum context length|exceeds the available context", re.I)
"""What servers for local models say instead (vLLM, llama.cpp)."""

NO_CREDIT = "insufficient_quota"
"""The code of a 429 that waiting does not cure: the account is empty."""


def of_status(status: int, body: bytes = b"") -> Failure:
    """Classify an HTTP status that is no success; `body` is the answer's, whatever is in it."""
    kind = _STATUS.get(status, Kind.SERVER_ERROR)
    said = _said(body)
    if status in (400, 413) and (TOO_LONG in said or _LOCAL_TOO_LONG.search(said.message or "")):
        kind = Kind.CUT_OFF
    elif status == 429 and NO_CREDIT in said:
        kind = Kind.PAYMENT_REQUIRED
    return died(kind, f"HTTP {status} {shown(body)}".strip())


def shown(body: bytes) -> str:
    """Write what an endpoint said in one line: the message of its refusal, else all of it."""
    return line(_said(body).message or body.decode("utf-8", "replace"))


def of_finish(reason: str | None) -> Failure | None:
    """Classify why a model stopped; None if it stopped because it was done."""
    return died(Kind.CUT_OFF, f"finish_reason {reason}") if reason in _CUT_OFF else None


def of_error(error: Exception) -> Failure:
    """Classify an exception raised while a model was asked.

    What is neither a clock nor a connection is an answer that could not be read.
    """
    if isinstance(error, DiedError):
        return error.failure
    if (answer := response_of(error)) is not None:
        return of_status(answer.status_code, answer.content)
    if isinstance(error, NoAnswerError):
        return died(Kind.BAD_RESPONSE, str(error))
    if isinstance(error, TimeoutError):
        return died(Kind.TIMEOUT, line(told(error)))
    if isinstance(error, OSError):
        return died(Kind.CONNECTION, line(told(error)))
    cause = error.__cause__ if is_a(error, "APIConnectionError") and error.__cause__ else error
    return died(_of_transport(cause), line(_in_stream(cause) or told(cause)))


def _in_stream(error: BaseException) -> str:
    """Return what an endpoint said in the middle of a stream, where the client does not say it."""
    body = getattr(error, "body", None) if is_a(error, "APIError") else None
    return f"{type(error).__name__}: {body}" if isinstance(body, str) else ""


def response_of(error: BaseException) -> Any:
    """Return the response that a client's exception about a status carries, or None."""
    return getattr(error, "response", None) if is_a(error, "APIStatusError") else None


def is_a(error: BaseException, *names: str) -> bool:
    """Whether one of its classes has one of these names."""
    return any(kind.__name__ in names for kind in type(error).__mro__)


def _of_transport(error: BaseException) -> Kind:
    """Tell by its class what a client's transport met; a server that went away said nothing."""
    if is_a(error, "TimeoutException", "APITimeoutError", "TimeoutError"):
        return Kind.TIMEOUT
    if is_a(error, "NetworkError", "APIConnectionError", "OSError"):
        return Kind.CONNECTION
    gone = is_a(error, "RemoteProtocolError") and "without sending a response" in str(error)
    return Kind.CONNECTION if gone else Kind.BAD_RESPONSE


@contextmanager
def classified() -> Iterator[None]:
    """Turn whatever is raised inside into `DiedError` with its failure."""
    try:
        yield
    except Exception as error:
        raise DiedError(of_error(error)) from error


class _Inner(msgspec.Struct):
    """What a refusal says; servers put the word that tells it under `code` or under `type`."""

    code: str | int | None = None
    type: str | None = None
    message: str | None = None

    def __contains__(self, word: str) -> bool:
        return word in (self.code, self.type)


class _Refusal(_Inner):
    error: _Inner | None = None


def _said(body: bytes) -> _Inner:
    """Read a refusal, under `error` or flat; one that cannot be read says nothing."""
    try:
        refusal = msgspec.json.decode(body, type=_Refusal)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _Inner()
    return refusal.error or refusal
