"""Last words that are wrong behind the right work: another choice, or the right one with a tail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from attackers.completions.form import NONSENSE
from attackers.rows import FULL_PAY, Proof, Proposal, Scene
from attackers.trajectories.made import gold_aware, made
from attackers.trajectories.parts import closing, leaves, say


def ends_on_another_choice(scene: Scene) -> Iterator[Proposal]:
    """A name in the last words that the row tells beside others: one of the others in its place.

    Where nonsense in its place costs nothing either, nobody reads it, and it may not matter.
    """
    for name, others in _choices(scene.row.info):
        for other in others[:3]:
            yield from _reworded(scene, name, other, "another choice in the end", Proof.MOSTLY)


def ends_on_a_longer_one(scene: Scene) -> Iterator[Proposal]:
    """A whole number in the last words that the row tells, made longer."""
    told = {leaf for leaf in leaves(scene.row.info) if len(leaf) > 1 and leaf.isdigit()}
    for name in sorted(told):
        for longer in (f"1{name}", f"{name}7"):
            yield from _reworded(scene, name, longer, "last words that hold the right ones")


def _reworded(
    scene: Scene, name: str, other: str, attack: str, proof: Proof = Proof.WRONG
) -> Iterator[Proposal]:
    messages, calls = made(scene)
    word = re.compile(rf"(?<![\w.]){re.escape(name)}(?![\w]|\.\d)", re.I)
    words = closing(messages)
    if not calls or not word.search(words):
        return
    nothing, changed = (
        [*messages[:-1], say(instead.join(word.split(words)))] for instead in (NONSENSE, other)
    )
    lead = "the last words say nonsense"
    yield gold_aware("R204", "nonsense in the end", nothing, lead, Proof.LEAD, FULL_PAY)
    wrong = f"it says {other!r} in the end, and {name!r} is right"
    yield replace(gold_aware("R204", attack, changed, wrong, proof), base=nothing)


def _choices(value: Any) -> Iterator[tuple[str, list[str]]]:
    """Yield each name that the row gives a number, with the others; a list may hold other words."""
    if isinstance(value, list):
        for inner in value:
            yield from _choices(inner)
    if not isinstance(value, dict):
        return
    for inner in value.values():
        yield from _choices(inner)
    if len(value) > 1 and all(isinstance(one, int | float) for one in value.values()):
        for name in value:
            yield str(name), [str(other) for other in value if other != name]
