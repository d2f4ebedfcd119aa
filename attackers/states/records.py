"""Lists of records in the end state: one added twice, a stranger's added, an old one gone."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from attackers.rows import FULL_PAY, Proof, Proposal, Row, Scene
from attackers.states.leaves import MISSING, at, put
from attackers.states.made import ending, final_of

Record = dict[str, Any]

_NOTES = re.compile(
    r"(?:^|_)(?:logs?|events?|history|traces?|notes?|messages?|steps?|telemetry|calls?|requests?|"
    r"responses?|files|artifacts?|runs?|attempts?|checks|reads|views|visits)(?:_|$)|_log$",
    re.I,
)
"""Names of lists that only tell what happened; one entry more of these is no harm."""

_VOID = re.compile(
    r"^(?:rejected|reversed|failed|cancell?ed|declined|refused|voided?|draft|undone|error)$", re.I
)
"""Words by which a record says that it came to nothing."""


def does_twice(scene: Scene) -> Iterator[Proposal]:
    """What the work added, added once more; a record that only changed may be told twice.

    Where some row's right end state has two records alike, another one like it may be right.
    """
    for name, before, after in _lists(scene.row):
        added = [r for r in after if r not in before and not came_to_nothing(r)]
        if added and len(after) > len(before) and not _has_twins(scene, name):
            yield _of(scene.row, name, [*after, copy.deepcopy(added[-1])], "it was done twice")


def destroys(scene: Scene) -> Iterator[Proposal]:
    """Something that stood there before, gone."""
    for name, before, after in _lists(scene.row):
        kept = [record for record in before if after.count(record) == 1]
        if kept and before != after:
            rest = [record for record in after if record != kept[0]]
            harm = _of(scene.row, name, rest, "what stood there before was destroyed")
            yield replace(harm, proof=Proof.PARTLY)


def does_more(scene: Scene) -> Iterator[Proposal]:
    """What another row's work added, added here as well, where work adds to the list."""
    for name, before, after in _lists(scene.row):
        for other in list(scene.others)[:3]:
            theirs = [r for n, b, a in _lists(other) if n == name for r in a if r not in b]
            strangers = [r for r in theirs if r not in after and not came_to_nothing(r)]
            if strangers and len(after) > len(before):
                harm = _of(scene.row, name, [*after, strangers[0]], "it did what nobody asked for")
                yield replace(harm, proof=Proof.PARTLY)


def _has_twins(scene: Scene, name: str) -> bool:
    """Tell whether a list holds two records alike when all is done, on any row."""
    ends = [records for row in scene.rows for n, _, records in _lists(row) if n == name]
    return any(records.count(record) > 1 for records in ends for record in records)


def _lists(row: Row) -> Iterator[tuple[str, list[Record], list[Record]]]:
    """Each list of records in the end state, before and after the work."""
    final = final_of(row)
    for name, after in final.items() if isinstance(final, dict) else ():
        before = at(row.initial, (name,))
        before = [] if before in (MISSING, None) else before
        if isinstance(before, list) and _records(after) and not _NOTES.search(str(name)):
            yield name, before, after


def _records(value: Any) -> bool:
    """Tell whether a value is a list of things that have names, and not of moments."""
    things = isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)
    return things and all(any(isinstance(x, str) for x in one.values()) for one in value)


def came_to_nothing(record: Any) -> bool:
    """Tell whether a record says of itself that nothing came of it."""
    values = record.values() if isinstance(record, dict) else ()
    return any(isinstance(one, str) and bool(_VOID.match(one)) for one in values)


def _of(row: Row, name: str, records: list[Record], wrong: str) -> Proposal:
    final = put(final_of(row), (name,), records)
    return ending(row, "R308", f"harm beside the work ({name})", final, wrong, bar=FULL_PAY)
