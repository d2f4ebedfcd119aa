"""What an endpoint and its model said, made fit to be read, kept and shown.

An answer is JSON as most read it: an escape of half a surrogate pair is a character there. What the
model wrote with one is no text: nothing could write it down, and the answer is the model's own
failure. What an endpoint says in place of an answer is shown in one line.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import msgspec

from desk import DiedError, Function, Kind, ToolCall, died

MOST_SHOWN = 200
"""How many characters of an endpoint's own words are shown."""

MOST_TOKENS = 10**12
"""More is no count: a bound of sanity, and what a record may say (`audits.qualify.record`)."""


class NoAnswerError(ValueError):
    """What came is no answer of a model's; says why, and what it is instead, in one line."""


def decoded(body: bytes) -> Any:
    """Decode JSON; half a surrogate pair stays one. Raises `ValueError`, or `RecursionError`."""
    try:
        return msgspec.json.decode(body)
    except msgspec.DecodeError as error:
        with suppress(ValueError):
            return json.loads(body.decode())
        raise error


def text(written: str) -> str:
    """Return what a model wrote; a pair that was cut between two pieces is one character.

    Raises `DiedError` where it is no text.
    """
    try:
        if written.isascii():
            return written
        return written.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        told = f"half a surrogate pair, which is no text, in {line(ascii(written))}"
        raise DiedError(died(Kind.BAD_CALL, told)) from None


def called(call: ToolCall) -> ToolCall:
    """Return a tool call as a model wrote it. Raises `DiedError` where it is no text."""
    name, arguments = text(call.function.name), text(call.function.arguments)
    return ToolCall(text(call.id), Function(name, arguments))


def count(raw: object) -> int | None:
    """Return how many tokens an endpoint counted; None where that is no count."""
    return raw if type(raw) is int and 0 <= raw <= MOST_TOKENS else None


def line(words: str) -> str:
    """Write a stranger's words in one line, without control characters, cut where it is long."""
    plain = "".join(char if char.isprintable() else " " for char in words[: 10 * MOST_SHOWN])
    return " ".join(plain.split())[:MOST_SHOWN]
