"""A model put to work on one case of any desk: from the case as asked to the closed rollout."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from attackers.loop.conversation import Complete, converse
from attackers.loop.interface import Interface
from desk import DiedError, Message, Rollout


def worked(
    interface: Interface,
    complete: Complete,
    case: Any,
    hints: bool = False,
    max_turns: int | None = None,
) -> Rollout[Any, Any]:
    """Let a model work a case; what it dies of is in the rollout.

    The record's messages are the model's own from the case on; the prompt is not in it.
    """
    opened = interface.open(case)
    opening = (
        Message("system", interface.prompt(hints)),
        Message("user", interface.asked(case)),
    )
    said: list[Message] = []
    words, failure = "", None
    try:
        turns = interface.max_turns if max_turns is None else max_turns
        words = converse(complete, interface.tools, opening, opened.call, said, turns)
    except DiedError as error:
        failure = error.failure
    return _said(opened.close(words, failure), said, bool(words))


def _said(made: Rollout[Any, Any], said: list[Message], ended: bool) -> Rollout[Any, Any]:
    """Put what the model said in the place of the desk's own transcript of its calls."""
    first, last = made.messages[:1], made.messages[-1:] if ended else ()
    return replace(made, messages=(*first, *said, *last))
