"""What a run's folder holds when it goes on: whole lines, all of this run, each rollout once.

A last line without its end was cut by a kill and is dropped. A line that stands twice counts once;
two different rollouts of one attempt are refused, since nobody could say which of them is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from audits.errors import CannotAuditError
from audits.live.settings import Settings
from audits.target import Cases
from audits.worlds import Made, World, world_of
from desk import read_rollout
from desk.once import TwiceError, named_once

ANOTHER = "give another --out"


class Kept(NamedTuple):
    """The rollouts of a file, in its order."""

    finished: list[Made]
    spoilt: list[Made]
    """Ended by the infrastructure: to be set aside, and played again."""
    twice: int
    """How many lines said what another had said already."""
    whole: int = 0
    """Bytes of its whole lines."""
    cut: int = 0
    """Bytes after these: what a kill has left of a line."""


def read_kept(file: BinaryIO, path: Path, settings: Settings, cases: Cases) -> Kept:
    """Read what is on disk of a run; nothing is changed there, since it may be no run's at all.

    Raises `CannotAuditError`, which names the line, for what is no rollout of this run.
    """
    planned = {case.id: case for case in cases.cases}
    world = world_of(settings.desk)
    first: dict[tuple[str, int], tuple[int, Made]] = {}
    file.seek(0)
    text = file.read()
    whole = text.rfind(b"\n") + 1
    kept = Kept([], [], 0, whole, len(text) - whole)
    for number, line in _lines(text[:whole]):
        place = f"{path}, line {number}"
        rollout = _read(world, place, line)
        if strange := _strange(rollout, settings, planned):
            raise CannotAuditError(f"{place}: {strange}; take that line out, or {ANOTHER}")
        if rollout.spoilt:
            kept.spoilt.append(rollout)
        elif (found := first.get(key(rollout))) is None:
            first[key(rollout)] = number, rollout
            kept.finished.append(rollout)
        else:
            _agree(path, found, (number, rollout))
            kept = kept._replace(twice=kept.twice + 1)
    return kept


def _lines(text: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield lines that hold something, with their numbers."""
    return ((n, line) for n, line in enumerate(text.split(b"\n"), 1) if line.strip())


def _agree(path: Path, first: tuple[int, Made], again: tuple[int, Made]) -> None:
    (line, one), (other_line, other) = first, again
    if one != other:
        raise CannotAuditError(
            f"{path}, lines {line} and {other_line}: two different rollouts of case {one.case.id}, "
            f"repeat {key(one)[1]}; take one of the lines out, or {ANOTHER}"
        )


def key(rollout: Made) -> tuple[str, int]:
    """Return what a rollout is known by on disk."""
    return rollout.case.id, rollout.source.rollout if rollout.source else 0


def _read(world: World, place: str, line: bytes) -> Made:
    try:
        made: Made = read_rollout(line, world.rollout)
        named_once(line)
        return world.resealed(made)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TwiceError) as error:
        raise CannotAuditError(f"{place}: not a rollout: {error}; {ANOTHER}") from None


def _strange(rollout: Made, settings: Settings, planned: dict[str, object]) -> str | None:
    """Say what keeps a rollout from being one of this run, or None."""
    source, case = rollout.source, rollout.case
    if source is None:
        return "a rollout that does not say which model played it (source)"
    own = settings.source(source.rollout, source.planned)
    for name in ("model", "harness", "tasks"):
        was, wanted = getattr(source, name), getattr(own, name)
        if was != wanted:
            return f"a rollout with {name} {was!r}, and this run has {wanted!r}"
    if case.id not in planned or planned[case.id] != case:
        return f"a rollout of case {case.id!r}, which is not as this run has it"
    return f"a rollout with repeat {source.rollout}" if source.rollout < 0 else None
