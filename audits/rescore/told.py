"""One transcript, whoever wrote it: what was said at which case, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from attackers.loop import REFUND, Opened
from desk import Failure, Function, Kind, Message, Rollout, Source, ToolCall, died

__all__ = ["Told", "arguments", "at_limit", "message", "played_again"]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What a reader makes of one transcript."""

    case: str
    """The case's id."""
    messages: tuple[Message, ...]
    repeat: int | None = None
    """Which repeat of its case; None: the next one."""
    model: str = ""
    error: str = ""
    """What the infrastructure did to it, if anything."""
    limit: str = ""
    """The limit at which it was stopped, if it was."""
    tasks: str = ""
    """Which cases its writer says that it is of: name and digest, where it says so."""


def played_again(
    told: Told,
    case: Any,
    repeat: int,
    tasks: str,
    open_case: Callable[[Any], Opened] = REFUND.open,
) -> tuple[Rollout[Any, Any], int]:
    """Make the transcript's calls on a fresh desk.

    Returns the rollout, and how many of the transcript's tool answers are not the desk's own: a
    transcript of another world has many.
    """
    opened = open_case(case)
    answers: dict[str, Any] = {}
    differ = 0
    for said in told.messages:
        for call in said.tool_calls:
            if (args := arguments(call.function.arguments)) is not None:
                answers[call.id] = opened.call(call.function.name, args)
        if said.role == "tool" and said.tool_call_id in answers:
            differ += _decoded(said.content) != _plain(answers[said.tool_call_id])
    rollout = replace(
        opened.close(failure=_failure(told)),
        messages=told.messages,
        truncated=bool(told.limit),
        source=Source(model=told.model, harness="transcript", tasks=tasks, rollout=repeat),
    )
    return rollout, differ


def _failure(told: Told) -> Failure | None:
    if told.error:
        return died(Kind.SERVER_ERROR, told.error)
    if not any(said.role == "assistant" for said in told.messages):
        return died(Kind.NOT_STARTED, "the transcript holds no message of the model's")
    return at_limit(told.limit) if told.limit else None


_NOT_BY_AGENT = {"time": Kind.TIMEOUT, "operator": Kind.WORKER_KILLED}
"""Limits that say nothing of the agent: a slow endpoint runs into the clock too."""


def at_limit(limit: str) -> Failure:
    """Classify a limit at which somebody's framework stopped a rollout, by its name there."""
    return died(_NOT_BY_AGENT.get(limit, Kind.TURN_LIMIT), limit)


def arguments(text: str) -> dict[str, Any] | None:
    """Read a call's arguments; None where they cannot be read, and no call was made."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def message(raw: Mapping[str, Any]) -> Message:
    """Read one chat message in any of the usual spellings.

    Raises `ValueError` or `msgspec.ValidationError` for what is none.
    """
    role = "system" if raw.get("role") == "developer" else raw.get("role")
    return msgspec.convert(
        {
            "role": role,
            "content": _text(raw.get("content")),
            "tool_calls": [_call(one, n) for n, one in enumerate(raw.get("tool_calls") or ())],
            "tool_call_id": raw.get("tool_call_id"),
        },
        Message,
    )


def _call(raw: Any, number: int) -> ToolCall:
    """Read a call: as chat completions write it, as JSON text of that, or flat (Inspect)."""
    call = msgspec.json.decode(raw) if isinstance(raw, str) else raw
    if not isinstance(call, dict):
        raise ValueError(f"tool_calls: expected an object, got {type(call).__name__}")
    function = call.get("function")
    named = function if isinstance(function, dict) else {"name": function or call.get("name")}
    args = named.get("arguments", call.get("arguments"))
    name = named.get("name")
    if not isinstance(name, str):
        raise ValueError("tool_calls: expected a function with a name")
    text = args if isinstance(args, str) else msgspec.json.encode(args or {}).decode()
    return ToolCall(str(call.get("id") or f"call_{number}"), Function(name, text))


def _text(content: Any) -> str:
    """Join a content's parts; what is no text says nothing here."""
    if content is None or isinstance(content, str):
        return content or ""
    return "".join(_parts(content)) if isinstance(content, Sequence) else str(content)


def _parts(content: Sequence[Any]) -> Iterator[str]:
    for part in content:
        text = part.get("text") if isinstance(part, dict) else part
        if isinstance(text, str):
            yield text


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return text


def _plain(answer: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(answer))
