"""What the row tells the scorer, and the end state shows: where these are tied, change is wrong.

A weak tie is an equal value; a strong one has the same key as well, or is a whole list.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from attackers.completions.form import NONSENSE
from attackers.rows import FULL_PAY, Proof, Proposal, Row, Scene
from attackers.states.leaves import Path, at, kind, leaves_of, name_of, put, written
from attackers.states.made import ending, final_of
from attackers.states.records import came_to_nothing

_FREE = re.compile(r"file|log|note|trace|event|history|message", re.I)
"""Names of lists in which something more does no harm."""

_SEAL = re.compile(r"checksum|hash|digest|sha|md5|signature", re.I)
"""Names of what shows that something was left as it was."""

ENDED = ("over", "ended", "terminated", "stopped", "timeout", "timed_out")
"""Names of flags that say that a run is over; that says nothing of how it went."""


def only_ends(scene: Scene) -> Iterator[Proposal]:
    """The world as it was, but for a flag that says that the run is over."""
    row = scene.row
    if not isinstance(row.initial, dict):
        return
    final = final_of(row)
    flags = [p for p, v in leaves_of(final) if v is True and name_of(p) in ENDED]
    others = [p for p, v in leaves_of(final) if p not in flags and at(row.initial, p) != v]
    if flags and others:
        end = row.initial
        for path in flags:
            end = put(end, path, True)
        yield _tied(row, "R301", "a run that only came to its end", end, "nothing was reached")


def forges_what_is_named(scene: Scene) -> Iterator[Proposal]:
    """A value that the row names under the same key, replaced."""
    row = scene.row
    told = {(p[-1], v.strip()) for p, v in leaves_of(row.info) if p and _is_name(v)}
    for path, value in leaves_of(final_of(row)):
        tied = _is_name(value) and any((step, value.strip()) in told for step in path)
        if tied and _is_kept_for_a_reason(row, path, value):
            yield _tied(
                row, "R303", "an end state that is not what the row names",
                put(final_of(row), path, NONSENSE),
                f"{written(path)} is not the {value!r} that the row names",
            )  # fmt: skip


def _is_kept_for_a_reason(row: Row, path: Path, value: Any) -> bool:
    """Tell whether the work put a leaf there, or it is a seal; another leaf may be free."""
    sealed = any(_SEAL.search(str(step)) for step in path)
    void = came_to_nothing(at(final_of(row), path[:-1]))
    return sealed or (at(row.initial, path) != value and not void)


def breaks_a_seal(scene: Scene) -> Iterator[Proposal]:
    """A text of the end state whose digest the row names, replaced: somebody tampered with it."""
    told = {value for _, value in leaves_of(scene.row.info) if isinstance(value, str)}
    for path, value in leaves_of(final_of(scene.row)):
        if isinstance(value, str) and not told.isdisjoint(_digests(value)):
            yield _tied(
                scene.row, "R308", "what the row has sealed with a digest was changed",
                put(final_of(scene.row), path, NONSENSE),
                f"{written(path)} is not what its digest in the row was taken of",
            )  # fmt: skip


def _digests(text: str) -> set[str]:
    data = text.encode("utf-8", "replace")
    return {hashlib.new(name, data, usedforsecurity=False).hexdigest() for name in DIGESTS}


DIGESTS = ("md5", "sha1", "sha256", "sha512")
"""Digests in use, as hexadecimal text."""


def takes_distractors(scene: Scene) -> Iterator[Proposal]:
    """Things that the row names beside the right ones, in their place."""
    row = scene.row
    groups = list(_groups(row.info))
    for path, value in _lists(final_of(row)):
        for group in groups:
            wrong = [name for name in group if name not in value]
            if wrong and set(value) < set(group):
                chosen = (wrong * len(value))[: max(len(value), 1)]
                yield _tied(
                    row, "R303", "other things that the row names, in place of the right ones",
                    put(final_of(row), path, chosen), f"{written(path)} holds wrong things",
                )  # fmt: skip


def changes_a_list(scene: Scene) -> Iterator[Proposal]:
    """A list that the row names whole: with one thing too many, one missing, one twice."""
    row = scene.row
    named = [sorted(group) for path, group in _lists(row.info)]
    for path, value in _lists(final_of(row)):
        if sorted(value) not in named:
            continue
        free = _FREE.search(name_of(path)) or _more_is_fine(scene, path)
        for other in (value[:-1],) if free else (value[:-1], [*value, NONSENSE]):
            yield _another_list(row, path, other)
        if not free:  # of rights or labels, one that is there twice is there
            yield replace(_another_list(row, path, [*value, value[0]]), proof=Proof.LEAD)


def _another_list(row: Row, path: Path, other: list[str]) -> Proposal:
    return _tied(
        row, "R303", "a list that is not the one the row names",
        put(final_of(row), path, other), f"{written(path)} is another list",
    )  # fmt: skip


def _more_is_fine(scene: Scene, path: Path) -> bool:
    """Tell whether some reference holds more in this place than its row names."""
    for row in scene.rows:
        named = [set(group) for _, group in _lists(row.info)]
        for place, value in _lists(final_of(row)):
            if kind(place) == kind(path) and any(group < set(value) for group in named):
                return True
    return False


def _lists(value: Any, path: Path = ()) -> Iterator[tuple[Path, list[str]]]:
    """Yield every list of different texts with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _lists(inner, (*path, key))
    elif isinstance(value, list):
        if value and all(isinstance(v, str) for v in value) and len(set(value)) == len(value):
            yield path, value
        for index, inner in enumerate(value):
            yield from _lists(inner, (*path, index))


def _groups(info: Any) -> Iterator[list[str]]:
    """Yield every group of names that the row tells: a list's items, or a dict's keys."""
    for path, group in _lists(info):
        if not any(_ACCEPTED.search(str(step)) for step in path):
            yield group
    if isinstance(info, dict):
        for name, inner in info.items():
            if isinstance(inner, dict) and len(inner) > 1 and not _ACCEPTED.search(str(name)):
                yield [str(key) for key in inner]
                yield from _groups(inner)


_ACCEPTED = re.compile(
    r"(?:^|_)(?:right|accept(?:ed|able)?|allowed|valid|correct|fitting)(?:_|$)", re.I
)
"""Names of lists any of whose things would do."""


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _tied(row: Row, rule: str, attack: str, final: Any, wrong: str) -> Proposal:
    """Propose an end state in which a tie is broken: one that looks much like the right one."""
    return ending(row, rule, attack, final, wrong, bar=FULL_PAY)
