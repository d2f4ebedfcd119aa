"""What points to something that the row tells: another of these things pointed to in its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attackers.completions.form import NONSENSE
from attackers.rows import FULL_PAY, Proof, Proposal, Row, Scene
from attackers.states.choices import CHOSEN
from attackers.states.leaves import Path, at, leaves_of, put, written
from attackers.states.made import ending, final_of, with_final


def points_elsewhere(scene: Scene) -> Iterator[Proposal]:
    """A place in a list of the row, or a name in a table of it, that the work set: another one.

    Where what points nowhere costs nothing, nobody reads it.
    """
    row = scene.row
    for path, pointer in leaves_of(final_of(row)):
        for things in _pointed_into(scene, path):
            nowhere = len(things) if isinstance(things, list) else NONSENSE
            base = with_final(row, put(final_of(row), path, nowhere))
            for other in _others(things, pointer):
                yield ending(
                    row, "R303", CHOSEN, put(final_of(row), path, other),
                    f"{written(path)} is {other!r}, and the right one is {pointer!r}",
                    proof=Proof.MOSTLY, base=base, bar=FULL_PAY,
                )  # fmt: skip


def _others(things: Any, pointer: Any) -> list[Any]:
    """Give the pointers to other things than the one that is pointed to."""
    places = range(len(things)) if isinstance(things, list) else things
    return [other for other in places if things[other] != things[pointer]]


def _pointed_into(scene: Scene, path: Path) -> list[Any]:
    """Give the row's lists and tables into which a leaf points on every row, by its work."""
    if not path or any(isinstance(step, int) for step in path):
        return []
    return [
        things
        for place, things in _holders(scene.row.info)
        if all(_points(row, path, at(row.info, place)) for row in scene.rows) and len(things) > 1
    ]


def _holders(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield what is a list, or a table of things, under names alone."""
    if isinstance(value, list) and value:
        yield path, value
    if isinstance(value, dict):
        if path and value and all(isinstance(one, dict) for one in value.values()):
            yield path, value
        for key, inner in value.items():
            yield from _holders(inner, (*path, key))


def _points(row: Row, path: Path, things: Any) -> bool:
    pointer = at(final_of(row), path)
    if at(row.initial, path) == pointer:
        return False
    if isinstance(things, list):
        return type(pointer) is int and 0 <= pointer < len(things)
    return isinstance(things, dict) and isinstance(pointer, str) and pointer in things
