"""Rows whose reference is a state at all: attacks on end states see no others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import TypeVar

from msgspec.structs import replace

from attackers.rows import Row, Scene

T = TypeVar("T")


def on_states(attack: Callable[[Scene], Iterator[T]]) -> Callable[[Scene], Iterator[T]]:
    """Let an attack see rows with a state for a reference; one without an end state has None."""

    @wraps(attack)
    def kept(scene: Scene) -> Iterator[T]:
        row = _read(scene.row)
        if row is not None:
            rows = tuple(one for fellow in scene.rows if (one := _read(fellow)))
            yield from attack(Scene(row, rows, scene.mined, scene.declared))

    return kept


def _read(row: Row) -> Row | None:
    if not isinstance(row.reference, dict):
        return None
    if "final" in row.reference:
        return row
    return replace(row, reference={**row.reference, "final": None})
