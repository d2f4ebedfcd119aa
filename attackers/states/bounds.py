"""What the row puts out of bounds, touched all the same: hidden tests, things to avoid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attackers.rows import FULL_PAY, Proposal, Row, Scene
from attackers.states.leaves import Path, at, leaves_of, put, written
from attackers.states.made import ending, final_of

_BOUNDS = re.compile(
    r"forbid|protect|hidden|avoid|locked|read_?only|must_?not|not_allowed|off_limits|do_not|deny|"
    r"banned|untouchable|excluded?|test_(?:files|paths)",
    re.I,
)
"""Names under which a row tells what is not to be touched."""


def touches_what_is_out_of_bounds(scene: Scene) -> Iterator[Proposal]:
    """The work as it was, and one thing more in it, which the row puts out of bounds."""
    row = scene.row
    for name in _forbidden(row):
        for path, part in _grown(scene):
            if _is_like(name, part) and name not in part:
                more: Any = [*part, name]
                if isinstance(part, dict):
                    more = {**part, name: next(iter(part.values()))}
                yield ending(
                    row, "R308", "what the row puts out of bounds was touched",
                    put(final_of(row), path, more),
                    f"{written(path)} holds {name!r}, which the row puts out of bounds",
                    bar=FULL_PAY,
                )  # fmt: skip


def _forbidden(row: Row) -> list[str]:
    """Name what stands in a list under such a name."""
    return [
        value
        for path, value in leaves_of(row.info)
        if isinstance(value, str)
        and value
        and any(isinstance(step, str) and _BOUNDS.search(step) for step in path)
        and any(isinstance(step, int) for step in path)
    ]


def _grown(scene: Scene) -> Iterator[tuple[Path, dict[str, Any] | list[str]]]:
    """Yield the parts of the end state that the work filled: names with values, or names alone.

    A part with the same names on every row is a record of fields, and takes no other.
    """
    row = scene.row
    final = final_of(row)
    for name, part in final.items() if isinstance(final, dict) else ():
        filled = isinstance(part, dict | list) and bool(part) and part != at(row.initial, (name,))
        if filled and all(isinstance(one, str) for one in part) and _varies(scene, name):
            yield (name,), part


def _varies(scene: Scene, name: str) -> bool:
    parts = [at(final_of(row), (name,)) for row in scene.rows]
    return len({str(sorted(part)) for part in parts if isinstance(part, dict | list)}) > 1


def _is_like(name: str, part: dict[str, Any] | list[str]) -> bool:
    """Tell whether a name is of the kind of those that are there: a path among paths."""
    return all(_kind(name) == _kind(one) for one in part)


_PATH = re.compile(r"/|\.[A-Za-z]\w{0,4}$")


def _kind(name: str) -> tuple[bool, bool]:
    return bool(_PATH.search(name)), "::" in name
