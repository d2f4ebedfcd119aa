"""Right runs, put another way: other ids, other white space in the arguments, one look more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from attackers.agent import Needs
from attackers.rows import Proof, Proposal, Scene
from attackers.trajectories.parts import (
    Messages,
    calls_in,
    messages_of,
    only_looks,
    rewritten,
    with_messages,
)


def puts_it_another_way(scene: Scene) -> Iterator[Proposal]:
    """The reference's run with nothing changed that could matter."""
    reference = scene.row.reference
    messages = messages_of(reference)
    if not calls_in(messages):
        return
    yield _right(reference, "a run with other call ids", rewritten(messages, new_id=_other_id))
    for name, write in (("spaced", _spaced), ("sorted backwards", _backwards)):
        answer = rewritten(messages, new_arguments=write)
        yield _right(reference, f"a run with its arguments {name}", answer)
    for call in calls_in(messages):
        if call.tool in scene.declared.reads or only_looks(call.tool):
            yield _right(reference, "a run with one look more", _looked_twice(messages, call.id))
            return


def _other_id(call_id: str) -> str:
    return f"call_{call_id}_x"


def _spaced(arguments: str) -> str:
    return json.dumps(json.loads(arguments), indent=1)


def _backwards(arguments: str) -> str:
    value = json.loads(arguments)
    return json.dumps(dict(reversed(value.items())) if isinstance(value, dict) else value)


def _looked_twice(messages: Messages, call_id: str) -> Messages:
    """Make a call and its answer once more, at once, under another id."""
    pair = [m for m in messages if call_id in _ids(m)]
    at = messages.index(pair[-1]) + 1
    return [*messages[:at], *rewritten(pair, new_id=_other_id), *messages[at:]]


def _ids(message: dict[str, Any]) -> list[str]:
    asked = message.get("tool_calls")
    calls = [call for call in asked if isinstance(call, dict)] if isinstance(asked, list) else []
    return [str(message.get("tool_call_id")), *(str(call.get("id")) for call in calls)]


def _right(reference: Any, attack: str, messages: Messages) -> Proposal:
    return Proposal(
        rule="N501",
        attack=attack,
        answer=with_messages(reference, messages),
        wrong="it is the right run",
        needs=Needs.GOLD,
        proof=Proof.LEAD,
    )
