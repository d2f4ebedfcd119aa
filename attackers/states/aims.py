"""Numbers that the work brought to what the row names: taken farther off than they began."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from attackers.rows import FULL_PAY, Proposal, Row, Scene
from attackers.states.leaves import Path, at, put, written
from attackers.states.made import ending, final_of

FAR = (2, 3, 30, 300)
"""How many times as far as at the start. Twice is the same way, the other way round; some rewards
are cut off where they are high."""

CLOSE = 0.1
"""The share of the way that a reference may leave undone."""

Place = float | list[float]


def goes_the_other_way(scene: Scene) -> Iterator[Proposal]:
    """A number, or a point, beyond where it began as seen from what the row names."""
    row = scene.row
    for path, aim in _aims(scene):
        start = at(row.initial, path)
        for far in FAR if _distance(start, aim) else ():
            yield ending(
                row, "R303", "farther off than at the start",
                put(final_of(row), path, _beyond(start, aim, far)),
                f"{written(path)} is {far} times as far from {aim!r} as it was at the start",
                bar=FULL_PAY,
            )  # fmt: skip


def _aims(scene: Scene) -> Iterator[tuple[Path, Place]]:
    """Yield each place of the end state that comes to one of the row's info, on every row."""
    if len(scene.rows) < 2:
        return  # of one row's numbers two may be equal by chance
    for path, _ in _places(final_of(scene.row)):
        for there, aim in _places(scene.row.info):
            if all(_comes_to(row, path, there) for row in scene.rows):
                yield path, aim


def _comes_to(row: Row, path: Path, there: Path) -> bool:
    start, end, aim = at(row.initial, path), at(final_of(row), path), at(row.info, there)
    if not all(map(_is_place, (start, end, aim))) or _size(start) != _size(aim):
        return False
    way = _distance(start, aim)
    return _size(end) == _size(aim) and way > 0 and _distance(end, aim) <= CLOSE * way


def _places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Place]]:
    """Yield each number, and each list of numbers, that stands under names alone."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, (*path, key))
    elif _is_place(value):
        yield path, value


def _is_place(value: Any) -> bool:
    numbers = value if isinstance(value, list) else [value]
    return bool(numbers) and all(
        isinstance(one, int | float) and not isinstance(one, bool) and math.isfinite(one)
        for one in numbers
    )


def _size(place: Place) -> int:
    return len(place) if isinstance(place, list) else 0


def _parts(place: Place) -> list[float]:
    return place if isinstance(place, list) else [place]


def _distance(one: Place, other: Place) -> float:
    return math.dist(_parts(one), _parts(other))


def _beyond(start: Place, aim: Place, far: int) -> Place:
    there = [a + far * (s - a) for s, a in zip(_parts(start), _parts(aim), strict=True)]
    return there if isinstance(start, list) else there[0]
