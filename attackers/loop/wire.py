"""Chat completions as they go over the wire: one request out, one message back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from attackers.loop.said import NoAnswerError, called, count, decoded, text
from attackers.loop.schema import Schema
from attackers.loop.trouble import of_finish, shown
from desk import DiedError, Message, ToolCall


class _Said(msgspec.Struct):
    content: str | None = None
    tool_calls: tuple[ToolCall, ...] | None = None


class _Choice(msgspec.Struct):
    message: _Said
    finish_reason: str | None = None


class _Reply(msgspec.Struct):
    choices: tuple[_Choice, ...]


def write_request(model: str, messages: Sequence[Message], tools: Sequence[Schema]) -> bytes:
    """Write one request as JSON."""
    return msgspec.json.encode(request(model, messages, tools))


def request(model: str, messages: Sequence[Message], tools: Sequence[Schema]) -> dict[str, Any]:
    """Build one request; tools are left out where there are none."""
    body: dict[str, Any] = {"model": model, "messages": [_told(message) for message in messages]}
    return body | ({"tools": list(tools)} if tools else {})


def _told(message: Message) -> dict[str, Any]:
    """Write a message with its content, which our own record leaves out where it is empty."""
    builtins: dict[str, Any] = msgspec.to_builtins(message)
    calls = [msgspec.to_builtins(call) | {"type": call.type} for call in message.tool_calls]
    return {**builtins, "content": message.content} | ({"tool_calls": calls} if calls else {})


def read_reply(body: bytes) -> Message:
    """Read a model's answer.

    Raises `NoAnswerError` (or `RecursionError`) where it is none, and `DiedError` where the model
    was cut off, or wrote what is no text.
    """
    try:
        choices = msgspec.convert(decoded(body), _Reply).choices
    except ValueError as error:
        raise NoAnswerError(f"no chat completion ({error}): {shown(body)}") from None
    if not choices:
        raise NoAnswerError(f"no chat completion (choices: there is none): {shown(body)}")
    if failure := of_finish(choices[0].finish_reason):
        raise DiedError(failure)
    said = choices[0].message
    calls = tuple(called(call) for call in said.tool_calls or ())
    return Message("assistant", text(said.content or ""), calls)


def read_usage(body: bytes) -> int | None:
    """Read how many tokens an answer took to generate; None where that is not said."""
    try:
        return count(decoded(body)["usage"]["completion_tokens"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
