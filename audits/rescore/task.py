"""One piece of saved rollouts, scored wherever it is: a task in, a part as JSON out."""

from __future__ import annotations

from pathlib import Path
from time import time_ns

import msgspec

from audits.errors import CannotAuditError
from audits.rescore.part import Sums, sums
from audits.rescore.pieces import Piece, held
from audits.rescore.read import on_our_desk, repeat_of
from audits.rescore.scorers import scores
from audits.rescore.told import Told
from audits.store.closure import closure
from audits.worlds import Made, world_of


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One piece, and what is to be done with it."""

    piece: Piece
    scorers: tuple[str, ...]
    cases: str
    desk: str
    conventions: tuple[str | None, ...]
    """How each scorer is called."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a piece."""

    error: str = ""
    """Why it cannot be read or scored; then nothing else is told."""
    format: str = ""
    differ: int = 0
    told: list[tuple[str, str, int | None, int]] = []
    """Of each rollout its case, family, repeat (None: the next one), and how many were planned."""
    sums: Sums = msgspec.field(default_factory=Sums)
    files: dict[str, str] = {}
    """What scorers of others have read, by path."""
    sure: bool = True
    """Whether all files are known that were read."""


def score_piece(task: Task) -> bytes:
    """Score one piece; what keeps it from being scored is its answer."""
    try:
        return msgspec.json.encode(_scored(task))
    except CannotAuditError as error:
        return msgspec.json.encode(Part(error=str(error)))


def _scored(task: Task) -> Part:
    path, world = Path(task.piece.path), world_of(task.desk)
    found, cases = held(task.piece, world), world.cases(task.cases)
    known = {case.id: case for case in cases.cases}
    rollouts, differ, read, since = [], 0, set[str](), time_ns()
    for one in found.rollouts:
        rollout, odd = on_our_desk(path, one, cases, known, world)
        rollouts.append(rollout)
        differ += odd
    scored = [
        scores(name, rollouts, how, read, world)
        for name, how in zip(task.scorers, task.conventions, strict=True)
    ]
    files = closure(read, since) if read else {}
    return Part(
        format=found.format,
        differ=differ,
        told=list(map(_told, found.rollouts, rollouts)),
        sums=sums(rollouts, scored, world),
        files=dict(files or {}),
        sure=files is not None,
    )


def _told(held: Made | Told, one: Made) -> tuple[str, str, int | None, int]:
    case, source = one.case, one.source
    return case.id, str(case.family), repeat_of(held), source.planned if source else 1
