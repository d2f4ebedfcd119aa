"""Marks that the row names and the work left alone: one that got worse must cost reward."""

from __future__ import annotations

from collections.abc import Iterator

from attackers.rows import FULL_PAY, Proposal, Row, Scene
from attackers.states.leaves import Path, at, kind, leaves_of, put, written
from attackers.states.made import ending, final_of


def lets_a_mark_get_worse(scene: Scene) -> Iterator[Proposal]:
    """One mark that stayed what it was, now what the work mends elsewhere."""
    row = scene.row
    final = final_of(row)
    for path, value in leaves_of(final):
        kept = isinstance(value, str) and at(row.initial, path) == value
        for bad in _mended(scene, path) - {value} if kept and _is_named(row, path) else ():
            place = ".".join(map(str, kind(path)[:-1]))
            yield ending(
                row, "R308", f"a mark that got worse ({place})", put(final, path, bad),
                f"{written(path)} was {value!r} before the work, and is {bad!r} after it",
                bar=FULL_PAY,
            )  # fmt: skip


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
        for source, words in ((row.initial, before), (final_of(row), after)):
            words |= {
                value
                for place, value in leaves_of(source)
                if isinstance(value, str) and kind(place)[:-1] == kind(path)[:-1]
            }
    return before - after
