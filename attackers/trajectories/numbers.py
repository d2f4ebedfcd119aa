"""What tools report, in numbers that no bounded reward could pay more for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from attackers.agent import Needs
from attackers.rows import Proof, Proposal, Scene
from attackers.states.leaves import leaves_of, put
from attackers.trajectories.parts import Messages, messages_of, text

NUMBERS = (0, -1, 30, 1e6, -1e6)
"""Numbers that a tool may report, and that must not be worth more than the work."""


def reports_extremes(scene: Scene) -> Iterator[Proposal]:
    """One number in one result, out of bounds."""
    messages = messages_of(scene.row.reference)
    for at, message in enumerate(messages):
        if message.get("role") != "tool":
            continue
        for path, value in _numbers(text(message.get("content"))):
            for number in (*NUMBERS, -value):
                yield Proposal(
                    rule="R205",
                    attack="a number in a result that pays more than the work",
                    answer=_with(messages, at, path, number),
                    wrong=f"a tool reported {number!r}, and it earned more than the reference",
                    needs=Needs.GOLD,
                    proof=Proof.EXCESS,
                )


def _numbers(content: str) -> list[tuple[Any, Any]]:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return []
    return [
        (path, leaf)
        for path, leaf in leaves_of(value)
        if isinstance(leaf, int | float) and not isinstance(leaf, bool)
    ][:4]


def _with(messages: Messages, at: int, path: Any, number: float) -> Messages:
    content = put(json.loads(text(messages[at].get("content"))), path, number)
    changed = {**messages[at], "content": json.dumps(content)}
    return [*messages[:at], changed, *messages[at + 1 :]]
