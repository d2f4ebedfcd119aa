"""The turns between a model and a desk. Knows no desk and no transport."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from attackers.loop.schema import Schema
from desk import DiedError, Kind, Message, ToolCall, died

MAX_TURNS = 12
"""How many messages a model may send, unless told otherwise."""

Answer: TypeAlias = Callable[[str, dict[str, Any]], dict[str, Any]]
"""What a desk does with a call: (tool, arguments) -> answer. What it raises is a tool's error."""


Complete: TypeAlias = Callable[[Sequence[Message], Sequence[Schema]], Message]
"""A model: given all that was said and the tools, it returns the next assistant's message.

It raises `DiedError` with a classified failure where it cannot (see `attackers.loop.trouble`).
"""


def converse(
    complete: Complete,
    tools: Sequence[Schema],
    opening: Sequence[Message],
    answer: Answer,
    said: list[Message],
    max_turns: int = MAX_TURNS,
) -> str:
    """Let a model make calls until it makes none, and return its last words.

    What is said after `opening` is added to `said` as it is said, last words excepted, so that it
    is there however this ends. Raises `DiedError`: the model's own failure, a call that cannot be
    read, a tool that raised, or no end after `max_turns` messages of the model's.
    """
    for _ in range(max_turns):
        message = complete([*opening, *said], tools)
        if not message.tool_calls:
            return message.content
        said.append(message)
        for call in message.tool_calls:
            said.append(Message("tool", _answered(answer, call), tool_call_id=call.id))
    raise DiedError(died(Kind.TURN_LIMIT, f"no end after {max_turns} turns"))


def _answered(answer: Answer, call: ToolCall) -> str:
    args = _arguments(call)
    try:
        return msgspec.json.encode(answer(call.function.name, args)).decode()
    except DiedError:
        raise
    except Exception as error:
        raise DiedError(died(Kind.TOOL_ERROR, error)) from error


def _arguments(call: ToolCall) -> dict[str, Any]:
    try:
        return msgspec.json.decode(call.function.arguments, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise DiedError(died(Kind.BAD_CALL, f"{call.function.name}: {error}")) from error
