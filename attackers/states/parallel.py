"""Results kept beside inputs: a list of the end state with an item for each of a list of the row.

Each item was asked for, so that one of them, over and over, is right for none of the others. Only
lists and objects count as results: a plan of numbers or names may have many that are right.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attackers.rows import FULL_PAY, Proof, Proposal, Row, Scene
from attackers.states.leaves import Path, put, written
from attackers.states.made import ending, final_of


def repeats_one_result(scene: Scene) -> Iterator[Proposal]:
    """The first result, or the last, in place of every one: wrong if the other way costs reward."""
    row = scene.row
    for path, results in _lists(final_of(row)):
        if not _is_parallel(row, results) or all(one == results[0] for one in results):
            continue
        for kept in (results[0], results[-1]):
            yield ending(
                row, "R304", f"one of several results counts for all ({written(path)})",
                put(final_of(row), path, [kept] * len(results)),
                f"{written(path)} holds one result {len(results)} times, for as many inputs",
                proof=Proof.PARTLY, bar=FULL_PAY,
            )  # fmt: skip


def _is_parallel(row: Row, results: list[Any]) -> bool:
    """Tell whether the row lists as many things as there are results."""
    asked = [inner for _, inner in _lists(row.info)]
    several = len(results) > 1 and all(isinstance(one, list | dict) for one in results)
    return several and any(len(one) == len(results) and one != results for one in asked)


def _lists(value: Any, path: Path = ()) -> Iterator[tuple[Path, list[Any]]]:
    """Yield every list in an object, with its path; lists inside lists are items."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _lists(inner, (*path, key))
    elif isinstance(value, list):
        yield path, value
