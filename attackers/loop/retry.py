"""Whether the same request may be sent again, and after how long. Decided here and nowhere else.

Sent again is only what the endpoint has surely not worked on, or said that it may be: a connection
that was never made, 429, and the 5xx that mean "not now". A timeout, a dropped connection or half
an answer may have been paid for already; they end the rollout.
"""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from math import isfinite
from time import time

from attackers.loop.trouble import is_a, of_error, response_of
from desk import Kind

AGAIN = frozenset({429, 500, 502, 503, 504, 529})
"""Statuses after which the same request may be sent again."""

FIRST_PAUSE, MOST_PAUSE = 0.5, 60.0
"""Seconds: the first pause, doubled each time, and the longest that is waited for an endpoint."""


def pause(error: Exception, tries: int) -> float | None:
    """Return the seconds to wait before try number `tries` + 1, or None where there is to be none.

    An endpoint's own Retry-After goes before our pauses; one that is too long is not waited for.
    """
    backoff = min(FIRST_PAUSE * 2.0 ** (tries - 1), MOST_PAUSE)
    answer = response_of(error)
    if answer is None:
        return backoff if _never_sent(error) else None
    if answer.status_code not in AGAIN or of_error(error).kind is Kind.PAYMENT_REQUIRED:
        return None
    asked = _seconds(answer.headers.get("retry-after"))
    wanted = backoff if asked is None else asked
    return wanted if wanted <= MOST_PAUSE else None


def _never_sent(error: BaseException) -> bool:
    """Whether a connection failed before there was one."""
    return any(is_a(one, "ConnectError", "ConnectTimeout", "PoolTimeout") for one in _causes(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _seconds(header: str | None) -> float | None:
    """Read Retry-After: seconds, or a date; None where it is neither."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        seconds = _until(header)
    return max(seconds, 0.0) if isfinite(seconds) else None


def _until(date: str) -> float:
    try:
        return parsedate_to_datetime(date).timestamp() - time()
    except (ValueError, TypeError, OverflowError):
        return float("nan")
