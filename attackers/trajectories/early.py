"""Acting before it is known on what: the change first, and the look that tells it afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from attackers.rows import FULL_PAY, Proof, Proposal, Scene
from attackers.trajectories.made import gold_aware, made
from attackers.trajectories.parts import (
    Made,
    Messages,
    calls_in,
    only,
    only_looks,
    opening,
    text,
    values_of,
)

LENGTH = 4
"""Characters from which on a value is hardly known by chance."""


def acts_before_it_knows(scene: Scene) -> Iterator[Proposal]:
    """The last call made before all others, though one of them told it what to do.

    Nothing is bought where a run without the others earns as much: nobody asks for them.
    """
    messages, calls = made(scene)
    last = calls[-1] if len(calls) > 1 else None
    if last is None or not _told_by(last, calls[:-1], opening(messages)):
        return
    start, mine = opening(messages), only(messages, [last.id])
    acted = [m for m in mine if m.get("tool_calls") or m.get("role") == "tool"]
    rest = only(messages, [call.id for call in calls[:-1]])[len(start) :]
    early = gold_aware(
        "R204", "acting before it could know", [*start, *acted, *rest],
        f"it called {last.tool} before it had looked up what to call it with", Proof.WRONG,
        FULL_PAY,
    )  # fmt: skip
    yield replace(early, base=[*start, *acted, *_said(rest)])


def _told_by(last: Made, before: list[Made], asked: Messages) -> bool:
    """Tell whether a look told an argument of a change, and nothing else had told it.

    What an earlier change made was not there before it: the world itself would refuse.
    """
    if only_looks(last.tool):
        return False
    known = " ".join(text(message.get("content")) for message in asked)
    values = [value for value in values_of(last.args) if len(value) >= LENGTH]
    looks = [call.result for call in before if only_looks(call.tool)]
    return any(value in result for value in values for result in looks if value not in known)


def _said(messages: Messages) -> Messages:
    """Keep what was said, without any call."""
    return [m for m in messages if m.get("role") != "tool" and not calls_in([m])]
