"""A trajectory taken apart: OpenAI chat messages, their tool calls, and what came back."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

Messages = list[dict[str, Any]]

CLAIMS = ("All set!", "Done. Everything you asked for has been taken care of.")
"""What an agent says that did nothing."""


@dataclass(frozen=True, slots=True)
class Made:
    """One tool call of a trajectory, with the text of its result ('' if none came)."""

    id: str
    tool: str
    args: Any
    result: str


def messages_of(answer: Any) -> Messages:
    """Return the messages of a trajectory or of a state; [] if there are none."""
    found = answer.get("messages") if isinstance(answer, dict) else answer
    return [m for m in found if isinstance(m, dict)] if isinstance(found, list) else []


def with_messages(answer: Any, messages: Messages) -> Any:
    """Put other messages into a trajectory or a state."""
    fresh = copy.deepcopy(messages)
    return {**copy.deepcopy(answer), "messages": fresh} if isinstance(answer, dict) else fresh


def calls_in(messages: Messages) -> list[Made]:
    """Return every tool call, in order."""
    results = {
        str(m.get("tool_call_id")): text(m.get("content"))
        for m in messages
        if m.get("role") == "tool"
    }
    return [
        Made(str(call.get("id")), *_asked(call), results.get(str(call.get("id")), ""))
        for m in messages
        for call in _tool_calls(m)
    ]


def _tool_calls(message: dict[str, Any]) -> list[dict[str, Any]]:
    calls = message.get("tool_calls") if message.get("role") == "assistant" else None
    return [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []


def _asked(call: dict[str, Any]) -> tuple[str, Any]:
    function = call.get("function") if isinstance(call.get("function"), dict) else call
    arguments = function.get("arguments")  # type: ignore[union-attr]
    try:
        args = json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        args = arguments
    return str(function.get("name")), args  # type: ignore[union-attr]


def text(content: Any) -> str:
    """Write a message's content as text."""
    return content if isinstance(content, str) else "" if content is None else json.dumps(content)


def opening(messages: Messages) -> Messages:
    """Return what stands before the assistant's first message: the task as it was put."""
    at = next((i for i, m in enumerate(messages) if m.get("role") == "assistant"), len(messages))
    return messages[:at]


def with_first(messages: Messages, more: Messages) -> Messages:
    """Put something between the task and all that the assistant says and does."""
    start = opening(messages)
    return [*start, *more, *messages[len(start) :]]


def closing(messages: Messages) -> str:
    """Return the assistant's last words; '' if it ends otherwise."""
    last = messages[-1] if messages else {}
    if last.get("role") != "assistant" or _tool_calls(last):
        return ""
    return text(last.get("content"))


def say(words: str) -> dict[str, Any]:
    """Make an assistant's message."""
    return {"role": "assistant", "content": words}


def call_of(call: Made, call_id: str) -> Messages:
    """Make the messages of a call under another id: it is asked for, and answered as it was."""
    function = {"name": call.tool, "arguments": json.dumps(call.args)}
    asked = {"id": call_id, "type": "function", "function": function}
    return [
        {"role": "assistant", "content": None, "tool_calls": [asked]},
        {"role": "tool", "tool_call_id": call_id, "content": call.result},
    ]


def only(messages: Messages, ids: Iterable[str]) -> Messages:
    """Keep the calls with these ids and their results, and every message that calls nothing."""
    kept = set(ids)
    return [slim for m in messages if (slim := _keeping(m, kept)) is not None]


def _keeping(message: dict[str, Any], kept: set[str]) -> dict[str, Any] | None:
    if message.get("role") == "tool":
        return message if str(message.get("tool_call_id")) in kept else None
    calls = _tool_calls(message)
    if not calls:
        return message
    left = [call for call in calls if str(call.get("id")) in kept]
    return {**message, "tool_calls": left} if left else None


def with_results(messages: Messages, result: str) -> Messages:
    """Let every tool answer with the same text."""
    return [{**m, "content": result} if m.get("role") == "tool" else m for m in messages]


def with_result(messages: Messages, call_id: str, result: str) -> Messages:
    """Let one call be answered otherwise."""
    return [
        {**m, "content": result}
        if m.get("role") == "tool" and str(m.get("tool_call_id")) == call_id
        else m
        for m in messages
    ]


def with_args(messages: Messages, ids: Iterable[str], args: Any) -> Messages:
    """Give the calls with these ids other arguments."""
    chosen = set(ids)
    return [_readdressed(m, chosen, args) for m in messages]


def _readdressed(message: dict[str, Any], chosen: set[str], args: Any) -> dict[str, Any]:
    calls = _tool_calls(message)
    if not any(str(call.get("id")) in chosen for call in calls):
        return message
    return {
        **message,
        "tool_calls": [
            _with(call, "arguments", args) if str(call.get("id")) in chosen else call
            for call in calls
        ],
    }


def _with(call: dict[str, Any], part: str, new: Any) -> dict[str, Any]:
    """Put a name or arguments where the call has its own, as text if they are text there."""
    function = call.get("function")
    held = function if isinstance(function, dict) else call
    given = new if isinstance(held.get(part), dict | list) or part == "name" else json.dumps(new)
    return (
        {**call, "function": {**held, part: given}} if held is function else {**call, part: given}
    )


def renamed_tool(messages: Messages, tool: str, name: str) -> Messages:
    """Call another tool wherever `tool` was called."""
    return [
        {**m, "tool_calls": [_with_name(call, tool, name) for call in _tool_calls(m)]}
        if _tool_calls(m)
        else m
        for m in messages
    ]


def _with_name(call: dict[str, Any], tool: str, name: str) -> dict[str, Any]:
    if _asked(call)[0] != tool:
        return call
    return _with(call, "name", name)


def repeated(messages: Messages, times: int) -> Messages:
    """Make all calls so many times over, each time under fresh ids."""
    made = [m for m in messages if m.get("role") == "tool" or _tool_calls(m)]
    at = next((i for i, m in enumerate(messages) if _tool_calls(m)), len(messages))
    again = [_renamed(m, turn) for turn in range(1, times) for m in made]
    last = max((i for i, m in enumerate(messages) if m in made), default=at) + 1
    return [*messages[:last], *again, *messages[last:]]


def _renamed(message: dict[str, Any], turn: int) -> dict[str, Any]:
    if message.get("role") == "tool":
        return {**message, "tool_call_id": f"{message.get('tool_call_id')}-{turn}"}
    calls = [{**call, "id": f"{call.get('id')}-{turn}"} for call in _tool_calls(message)]
    return {**message, "tool_calls": calls}


def _same(text_: str) -> str:
    return text_


def rewritten(
    messages: Messages,
    new_id: Callable[[str], str] = _same,
    new_arguments: Callable[[str], str] = _same,
) -> Messages:
    """Write every call id, or every call's arguments, in another way."""
    return [_rewritten(m, new_id, new_arguments) for m in messages]


def _rewritten(
    message: dict[str, Any], new_id: Callable[[str], str], new_arguments: Callable[[str], str]
) -> dict[str, Any]:
    if message.get("role") == "tool":
        return {**message, "tool_call_id": new_id(str(message.get("tool_call_id")))}
    calls = _tool_calls(message)
    if not calls:
        return message
    return {**message, "tool_calls": [_again(call, new_id, new_arguments) for call in calls]}


def _again(
    call: dict[str, Any], new_id: Callable[[str], str], new_arguments: Callable[[str], str]
) -> dict[str, Any]:
    fresh = {**call, "id": new_id(str(call.get("id")))}
    function = call.get("function")
    if isinstance(function, dict) and isinstance(function.get("arguments"), str):
        with suppress(ValueError):
            fresh["function"] = {**function, "arguments": new_arguments(function["arguments"])}
    return fresh


def leaves(value: Any) -> Iterator[str]:
    """Yield every scalar in a JSON value, written as text, and every key."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from leaves(inner)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


_LOOKS = re.compile(
    r"^(?:get|read|look|lookup|list|search|find|query|show|fetch|check|view|status|describe)(?:_|$)",
    re.I,
)


def only_looks(tool: str) -> bool:
    """Tell whether a tool, by its name, only looks."""
    return bool(_LOOKS.search(tool))


def words_of(tool: str, least: int) -> list[str]:
    """Return the words of a tool's name that have so many letters, in lower case."""
    return [word for word in re.split(r"[\W_]+", tool.casefold()) if len(word) >= least]


def values_of(args: Any) -> list[str]:
    """Return every scalar and key under the arguments of a call, their own names left out."""
    return list(leaves(list(args.values()))) if isinstance(args, dict) else []
