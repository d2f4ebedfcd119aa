"""One piece of saved rollouts, scored wherever it is: a task in, a part as JSON out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from time import time_ns

import msgspec

from audits.errors import CannotAuditError
from audits.known import Known
from audits.rescore.part import Sums, sums
from audits.rescore.pieces import Piece, held
from audits.rescore.read import models_of, on_our_desk, repeat_of
from audits.rescore.scorers import scores
from audits.rescore.told import Told
from audits.store.closure import closure
from audits.worlds import Made, world_of


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One piece, and what is to be done with it."""

    piece: Piece
    scorers: tuple[str, ...]
    cases: str | None
    """The set that `--cases` names."""
    told: str
    """The set that the `run.json` beside the file names; empty if there is none."""
    desk: str
    conventions: tuple[str | None, ...]
    """How each scorer is called."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a piece."""

    error: str = ""
    """Why it cannot be read or scored; then nothing else is told."""
    format: str = ""
    differ: int = 0
    lacks: str = ""
    """Why it is but a part of what was to be there, if it says so."""
    cases: dict[str, int] = {}
    """How many are of which set of cases; by an empty name those that were held against none."""
    models: dict[str, int] = {}
    """How many are by which model; by an empty name those that say none."""
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
    found, known = held(task.piece, world), known_of(task)
    rollouts, differ, read, since = [], 0, set[str](), time_ns()
    sets = Counter[str]()
    for where, one in zip(found.where(path), found.rollouts, strict=True):
        rollout, odd, of = on_our_desk(where, one, known, world)
        rollouts.append(rollout)
        differ += odd
        sets[of] += 1
    scored = [
        scores(name, rollouts, how, read, world)
        for name, how in zip(task.scorers, task.conventions, strict=True)
    ]
    files = closure(read, since) if read else {}
    return Part(
        format=found.format,
        differ=differ,
        lacks=found.lacks,
        cases=dict(sets),
        models=models_of(rollouts),
        told=list(map(_told, found.rollouts, rollouts)),
        sums=sums(rollouts, scored, world),
        files=dict(files or {}),
        sure=files is not None,
    )


def known_of(task: Task) -> Known:
    """Return the cases that a piece's rollouts are held against. Raises `CannotAuditError`."""
    world = world_of(task.desk)
    return Known(world, None if task.cases is None else world.cases(task.cases), task.told)


def _told(held: Made | Told, one: Made) -> tuple[str, str, int | None, int]:
    case, source = one.case, one.source
    return case.id, str(case.family), repeat_of(held), source.planned if source else 1
