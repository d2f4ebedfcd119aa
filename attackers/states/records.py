"""Lists of records in the end state: one added twice, a stranger's added, an old one gone."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

from attackers.agent import Needs
from attackers.rows import Proposal, Row, Scene
from attackers.states.leaves import MISSING, at, put

Record = dict[str, Any]

_NOTES = re.compile(r"log|event|history|trace|note|message|step", re.I)
"""Names of lists that only tell what happened; one entry more of these is no harm."""


def does_twice(scene: Scene) -> Iterator[Proposal]:
    """What the work added, added once more; a record that only changed may be told twice."""
    for name, before, after in _lists(scene.row):
        added = [record for record in after if record not in before]
        if added and len(after) > len(before):
            yield _of(scene.row, name, [*after, copy.deepcopy(added[-1])], "it was done twice")


def destroys(scene: Scene) -> Iterator[Proposal]:
    """Something that stood there before, gone."""
    for name, before, after in _lists(scene.row):
        kept = [record for record in before if record in after]
        if kept and before != after:
            rest = [record for record in after if record != kept[0]]
            yield _of(scene.row, name, rest, "what stood there before was destroyed")


def does_more(scene: Scene) -> Iterator[Proposal]:
    """What another row's work added, added here as well, where work adds to the list."""
    for name, before, after in _lists(scene.row):
        for other in list(scene.others)[:3]:
            theirs = [r for n, b, a in _lists(other) if n == name for r in a if r not in b]
            strangers = [record for record in theirs if record not in after]
            if strangers and len(after) > len(before):
                yield _of(scene.row, name, [*after, strangers[0]], "it did what nobody asked for")


def _lists(row: Row) -> Iterator[tuple[str, list[Record], list[Record]]]:
    """Each list of records in the end state, before and after the work."""
    final = row.reference.get("final") if isinstance(row.reference, dict) else None
    for name, after in final.items() if isinstance(final, dict) else ():
        before = at(row.initial, (name,))
        before = [] if before in (MISSING, None) else before
        if isinstance(before, list) and _records(after) and not _NOTES.search(str(name)):
            yield name, before, after


def _records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def _of(row: Row, name: str, records: list[Record], wrong: str) -> Proposal:
    final = put(row.reference["final"], (name,), records)
    return Proposal(
        rule="R308",
        attack=f"harm beside the work ({name})",
        answer={**copy.deepcopy(row.reference), "final": final},
        wrong=wrong,
        needs=Needs.GOLD,
        bar=0.999,
    )
