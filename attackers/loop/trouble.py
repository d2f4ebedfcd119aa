"""The one place where a model's trouble becomes a failure of a kind.

A transport raises what it likes inside `classified()`; what leaves it is `DiedError`. Another
client's exceptions belong in `of_error`, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from desk import DiedError, Failure, Kind, died

_STATUS = {
    401: Kind.UNAUTHORIZED,
    402: Kind.PAYMENT_REQUIRED,
    403: Kind.UNAUTHORIZED,
    429: Kind.RATE_LIMITED,
}

_CUT_OFF = ("length", "content_filter")

TOO_LONG = "context_length_exceeded"
"""The code of a refusal for a conversation that no longer fits into the model."""


def of_status(status: int, body: bytes = b"") -> Failure:
    """Classify an HTTP status that is no success; `body` is the answer's, whatever is in it."""
    kind = _STATUS.get(status, Kind.SERVER_ERROR)
    if status == 400 and _code(body) == TOO_LONG:
        kind = Kind.CUT_OFF
    return died(kind, f"HTTP {status} {body[:200].decode('utf-8', 'replace')}".strip())


def of_finish(reason: str | None) -> Failure | None:
    """Classify why a model stopped; None if it stopped because it was done."""
    return died(Kind.CUT_OFF, f"finish_reason {reason}") if reason in _CUT_OFF else None


def of_error(error: Exception) -> Failure:
    """Classify an exception raised while a model was asked.

    What is neither a clock nor a connection is an answer that could not be read.
    """
    if isinstance(error, DiedError):
        return error.failure
    if isinstance(error, TimeoutError):
        return died(Kind.TIMEOUT, error)
    return died(Kind.CONNECTION if isinstance(error, OSError) else Kind.BAD_RESPONSE, error)


@contextmanager
def classified() -> Iterator[None]:
    """Turn whatever is raised inside into `DiedError` with its failure."""
    try:
        yield
    except Exception as error:
        raise DiedError(of_error(error)) from error


class _Inner(msgspec.Struct):
    code: str | int | None = None


class _Refusal(msgspec.Struct):
    error: _Inner


def _code(body: bytes) -> str | int | None:
    try:
        return msgspec.json.decode(body, type=_Refusal).error.code
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
