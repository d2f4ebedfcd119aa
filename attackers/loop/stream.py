"""A streamed answer put together: many small pieces, one message."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from attackers.loop.said import NoAnswerError, called, count, text
from attackers.loop.trouble import of_finish, shown
from desk import DiedError, Function, Message, ToolCall


class _Called(msgspec.Struct):
    name: str | None = None
    arguments: str | None = None


class _Piece(msgspec.Struct):
    index: int
    id: str | None = None
    function: _Called | None = None


class _Delta(msgspec.Struct):
    content: str | None = None
    tool_calls: tuple[_Piece, ...] | None = None


class _Choice(msgspec.Struct):
    delta: _Delta
    index: int = 0
    finish_reason: str | None = None


class _Chunk(msgspec.Struct):
    choices: tuple[_Choice, ...] | None = None
    usage: Any = None


@dataclass(slots=True)
class Streamed:
    """What has arrived so far."""

    words: list[str] = field(default_factory=list)
    calls: dict[int, list[_Piece]] = field(default_factory=lambda: defaultdict(list))
    finish: str | None = None
    generated_tokens: int | None = None
    other: str = ""
    """What came that is no piece of an answer."""

    def take(self, chunks: Iterable[Any]) -> Message:
        """Take chunks, as plain dicts, to their end, and return the message.

        Raises `NoAnswerError` or `msgspec.ValidationError` where they are none or end before the
        answer does, and `DiedError` where the model was cut off, or wrote what is no text.
        """
        for raw in chunks:
            chunk = msgspec.convert(raw, _Chunk)
            if isinstance(chunk.usage, dict):
                self.generated_tokens = count(chunk.usage.get("completion_tokens"))
            elif chunk.choices is None:
                self.other = self.other or shown(json.dumps(raw).encode())
            for choice in chunk.choices or ():
                if choice.index == 0:
                    self._take(choice)
        if self.finish is None:
            other = f", but: {self.other}" if self.other else ""
            raise NoAnswerError(f"the stream ended before the answer: no finish_reason came{other}")
        if failure := of_finish(self.finish):
            raise DiedError(failure)
        calls = tuple(called(_whole(pieces)) for _, pieces in sorted(self.calls.items()))
        return Message("assistant", text("".join(self.words)), calls)

    def _take(self, choice: _Choice) -> None:
        self.words.append(choice.delta.content or "")
        for piece in choice.delta.tool_calls or ():
            self.calls[piece.index].append(piece)
        self.finish = choice.finish_reason or self.finish


def _whole(pieces: list[_Piece]) -> ToolCall:
    """Join the pieces of one call; its name and id come once, its arguments in parts.

    A name that is empty is what the model asked for; one that never came is no answer.
    """
    made = [piece.function for piece in pieces if piece.function]
    names = [part.name for part in made if part.name is not None]
    name = next(filter(None, names), names[0] if names else None)
    identity = next((piece.id for piece in pieces if piece.id), None)
    if name is None or not identity:
        raise NoAnswerError("a streamed tool call has no name or no id")
    return ToolCall(identity, Function(name, "".join(part.arguments or "" for part in made)))
