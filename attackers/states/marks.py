"""Marks that the row names and the work left alone: one that got worse must cost reward."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from attackers.agent import Needs
from attackers.rows import Proposal, Row, Scene
from attackers.states.leaves import Path, at, kind, leaves_of, put, written


def lets_a_mark_get_worse(scene: Scene) -> Iterator[Proposal]:
    """One mark that stayed what it was, now what the work mends elsewhere."""
    row = scene.row
    final = row.reference["final"]
    for path, value in leaves_of(final):
        kept = isinstance(value, str) and at(row.initial, path) == value
        for bad in _mended(scene, path) - {value} if kept and _is_named(row, path) else ():
            yield Proposal(
                rule="R308",
                attack=f"a mark that got worse ({'.'.join(map(str, kind(path)[:-1]))})",
                answer={**copy.deepcopy(row.reference), "final": put(final, path, bad)},
                wrong=f"{written(path)} was {value!r} before the work, and is {bad!r} after it",
                needs=Needs.GOLD,
                bar=0.999,
            )


def _is_named(row: Row, path: Path) -> bool:
    """Tell whether the row lists a mark by its name, or by how a name with brackets begins."""
    name = str(path[-1]) if path else ""
    told = [text for place, text in leaves_of(row.info) if place and isinstance(place[-1], int)]
    begun = [text for text in told if isinstance(text, str) and text.endswith("[")]
    return name in told or any(name.startswith(text) for text in begun)


def _mended(scene: Scene, path: Path) -> set[str]:
    """Words in marks of this kind that no finished row ends with, and some row began with."""
    before: set[str] = set()
    after: set[str] = set()
    for row in scene.rows:
        for source, words in ((row.initial, before), (row.reference["final"], after)):
            words |= {
                value
                for place, value in leaves_of(source)
                if isinstance(value, str) and kind(place)[:-1] == kind(path)[:-1]
            }
    return before - after
