"""Chat completions as they go over the wire: one request out, one message back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from attackers.loop.schema import Schema
from attackers.loop.trouble import of_finish
from desk import DiedError, Message, ToolCall


class _Said(msgspec.Struct):
    content: str | None = None
    tool_calls: tuple[ToolCall, ...] | None = None


class _Choice(msgspec.Struct):
    message: _Said
    finish_reason: str | None = None


class _Reply(msgspec.Struct):
    choices: tuple[_Choice, ...]


class _Used(msgspec.Struct):
    completion_tokens: Annotated[int, msgspec.Meta(ge=0)]


class _Usage(msgspec.Struct):
    usage: _Used


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

    Raises `msgspec.DecodeError` or `ValueError` where it is none, and `DiedError` where the model
    was cut off.
    """
    choices = msgspec.json.decode(body, type=_Reply).choices
    if not choices:
        raise ValueError("choices: expected one answer at least, got none")
    if failure := of_finish(choices[0].finish_reason):
        raise DiedError(failure)
    said = choices[0].message
    return Message("assistant", said.content or "", said.tool_calls or ())


def read_usage(body: bytes) -> int | None:
    """Read how many tokens an answer took to generate; None where that is not said."""
    try:
        return msgspec.json.decode(body, type=_Usage).usage.completion_tokens
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
