"""What attacks on runs share: the reference's calls, how far they prove something, a proposal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attackers.agent import Needs
from attackers.rows import FULL_PAY, Proof, Proposal, Scene
from attackers.trajectories.asked import asked_for, is_a_slip
from attackers.trajectories.parts import (
    Made,
    Messages,
    calls_in,
    closing,
    messages_of,
    only_looks,
    values_of,
)
from attackers.trajectories.results import failed, is_particular


def made(scene: Scene) -> tuple[Messages, list[Made]]:
    """Return the messages of the row's reference, and its calls."""
    messages = messages_of(scene.row.reference)
    return messages, calls_in(messages)


def undone(scene: Scene, done: list[Made], left: list[Made]) -> list[Made]:
    """Of the calls that are left, those that the ones done are not the same as; twice asked for
    is twice to do.
    """
    calls = [(one.tool, one.args) for one in done]
    named = [found for inner in scene.row.info.values() for found in objects_in(inner)]
    return [one for one in left if (one.tool, one.args) not in calls or named.count(one.args) > 1]


def objects_in(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a JSON value."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from objects_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from objects_in(inner)


def proof_of(scene: Scene, calls: list[Made]) -> Proof:
    """Proven if the row asks for one of the calls; else it may only want the last words."""
    return Proof.WRONG if any(asked_for(scene.row, call) for call in calls) else Proof.LEAD


def is_beside(scene: Scene, call: Made) -> bool:
    """Tell whether a call of the reference was no part of the work: it failed, or was a slip."""
    return failed(call.result) or is_a_slip(scene.row, call)


_TESTS = re.compile(
    r"(?:^|_)(?:tests?|checks?|verify|validate|lint|compile|build|run)(?:_|$)", re.I
)
"""Tools that, by their name, say how things stand."""


def is_looked_at_later(scene: Scene, calls: list[Made], call: Made) -> bool:
    """Tell whether a later call came upon what this one changed: a test run, a page read again.

    Its result, if it says more than that it was made, is one that the world would not have given
    without the change. By its name it looks or tests, or else the row does not ask for it.
    """
    if only_looks(call.tool):
        return False
    touched = {value for value in values_of(call.args) if len(value) > 1}
    return any(
        bool(touched & set(values_of(later.args)))
        and later.tool != call.tool
        and len(re.findall(r"\w+", later.result)) > 1
        and (bool(_TESTS.search(later.tool)) or not asked_for(scene.row, later))
        for later in calls[calls.index(call) + 1 :]
    )


def bar_for(scene: Scene, done: list[Made]) -> float:
    """Part of the work may be worth part of the reward, never all of it; so may the right words."""
    worth = bool(closing(messages_of(scene.row.reference))) or any(
        asked_for(scene.row, call) or is_particular(scene.rows, scene.row, call, call.result)
        for call in done
    )
    return FULL_PAY if worth else 0.5


def gold_aware(
    rule: str, attack: str, answer: Messages, wrong: str, proof: Proof, bar: float = 0.5
) -> Proposal:
    """Make a proposal that needs the row\'s right run."""
    return Proposal(
        rule=rule,
        attack=attack,
        answer=answer,
        wrong=wrong,
        needs=Needs.GOLD,
        proof=proof,
        bar=bar,
    )
