"""One leaf of the end state changed: gone, another word, a number out of bounds.

A leaf that nothing reads may be changed at no cost, so an edit proves something only beside
another: what costs reward when it is bad must not be paid when it is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from attackers.rows import Row, Scene
from attackers.states.leaves import MISSING, Path, at, kind, leaves_of, lists_of, name_of, put
from attackers.states.readable import on_states

FALSE_WORDS = ("false", "False", "no", "0")
"""Words that mean no, and are true to a careless reader."""

HARM = re.compile(
    r"(?:false_?(?:positive|alarm)|collision|violation|crash|casualt|injur|damage|penalt|mistake)"
    r"(?!.*(?:fixed|found|avoided|prevented|resolved|caught|removed|limit|allowed|max))",
    re.I,
)
"""Names of counts of which none is best."""

NUMBERS = (0, -1, 1, 1e9, -1e9)
"""Numbers that a bounded term must not pay more for."""


class LeafEdit(msgspec.Struct, frozen=True):
    """One leaf of a row's end state, changed."""

    row: Row
    path: Path
    what: str
    """bad, missing, word, number, harm, or record (an object of a list, taken out)."""
    value: Any
    state: dict[str, Any]


@on_states
def leaf_edits(scene: Scene) -> Iterator[LeafEdit]:
    """Yield the edits of each leaf of the row's end state."""
    row = scene.row
    final = row.reference.get("final")
    for path, value in leaves_of(final):
        if not path:
            continue
        yield from _bad(row, path, value)
        yield from _missing(row, path)
        if isinstance(value, str):
            yield from (_edit(row, path, "word", word) for word in _words(scene, path, value))
        elif isinstance(value, bool):
            yield from (_edit(row, path, "word", word) for word in FALSE_WORDS if value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            for number in (*NUMBERS, -value, value * 2, value + 1, value / 2):
                yield _edit(row, path, "number", number)
            if not value and HARM.search(name_of(path)):
                yield from (_edit(row, path, "harm", count) for count in (1, 10, 100))
    yield from _doubled(row)
    yield from _taken_out(row)


def _bad(row: Row, path: Path, value: Any) -> Iterator[LeafEdit]:
    """The leaf as it was before the work, or its plain opposite."""
    before = at(row.initial, path)
    if before is not MISSING and before != value:
        yield _edit(row, path, "bad", before)
    if isinstance(value, bool):
        yield _edit(row, path, "bad", not value)
    elif isinstance(value, int | float):
        yield _edit(row, path, "bad", 0 if value else 1)
    elif isinstance(value, str):
        yield _edit(row, path, "bad", "failed")
    elif value == [] and before is None:  # filled in by the work: nothing was found wrong
        yield _edit(row, path, "bad", ["failed"])


def _missing(row: Row, path: Path) -> Iterator[LeafEdit]:
    yield _edit(row, path, "missing", None)
    yield _edit(row, path, "missing", MISSING)


def _words(scene: Scene, path: Path, value: str) -> list[str]:
    """Other words that this leaf could hold: from rows, from siblings, from the source."""
    pool = [text for text in scene.mined.literals if text and len(text) <= 40]
    for row in scene.rows:
        for source in (row.reference.get("final"), row.initial):
            pool += [
                theirs
                for place, theirs in leaves_of(source)
                if isinstance(theirs, str) and kind(place)[:-1] == kind(path)[:-1]
            ]
    return [word for word in dict.fromkeys(pool) if word != value][:40]


def _doubled(row: Row) -> Iterator[LeafEdit]:
    """A list that holds everything several times over."""
    final = row.reference.get("final")
    for key, value in final.items() if isinstance(final, dict) else ():
        if isinstance(value, list) and value:
            yield _edit(row, (key,), "number", value * 3)


def _taken_out(row: Row) -> Iterator[LeafEdit]:
    """A list of objects without one of them."""
    for path, records in lists_of(row.reference.get("final")):
        for at_ in range(len(records)) if len(records) > 1 else ():
            yield _edit(row, (*path, at_), "record", MISSING)


def _edit(row: Row, path: Path, what: str, value: Any) -> LeafEdit:
    final = put(row.reference.get("final"), path, value)
    shown = None if value is MISSING else value
    return LeafEdit(row, path, what, shown, {**row.reference, "final": final})
