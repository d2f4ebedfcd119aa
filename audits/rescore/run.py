"""Files of rollouts scored piece by piece, here or on many processes, and added up in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from audits.engines import Run
from audits.errors import CannotAuditError
from audits.live.same import cases_of
from audits.live.store import ROLLOUTS, SPOILT
from audits.qualify.record import Planned
from audits.rescore.added import Added, Whole
from audits.rescore.order import in_order
from audits.rescore.pieces import Piece, held, pieces
from audits.rescore.read import EXPECTED, numbered, on_our_desk, repeat_of
from audits.rescore.repeats import Repeats
from audits.rescore.task import Part, Task, known_of, score_piece
from audits.rescore.told import Told
from audits.store.cache import Cache
from audits.worlds import REFUND, Made, World

KEPT = (ROLLOUTS, SPOILT)
"""Files of a run's folder, whose `run.json` says what they are of."""


class Wanted(NamedTuple):
    """What is to be scored, and by what."""

    paths: Sequence[Path]
    scorers: tuple[str, ...]
    cases: str | None = None
    """The set that they are of; told by the rollouts, or by the run's folder, if left out."""
    world: World = REFUND


def rescored(
    wanted: Wanted,
    run: Run,
    jobs: int,
    store: Cache,
    plan: list[Planned] | None = None,
    step: Callable[[str], None] = lambda _label: None,
) -> Whole:
    """Score all rollouts of some files. `step` is told of each piece that is done.

    Raises `CannotAuditError` as `read_rollouts` does, for the first piece that is wrong.
    """
    added = Added(plan)
    for piece, part in _parts(wanted, run, jobs, store):
        if part.error:
            raise CannotAuditError(part.error)
        added.take(Path(piece.path), part)
        step(f"{Path(piece.path).name}, line {piece.line}")
    return added.whole()


def rollouts_of(wanted: Wanted) -> Iterator[Made]:
    """Yield all rollouts of some files, each with its repeat.

    Raises `CannotAuditError` as `rescored` does, at the end for one that stands there twice.
    """
    world, repeats = wanted.world, Repeats(Path())
    for task in _tasks(wanted):
        known, found = known_of(task), held(task.piece, world)
        repeats.path = Path(task.piece.path)
        for where, one in zip(found.where(Path(task.piece.path)), found.rollouts, strict=True):
            rollout = on_our_desk(where, one, known, world).rollout
            repeat = repeats.take(rollout.case.id, repeat_of(one))
            yield numbered(rollout, repeat) if isinstance(one, Told) else rollout
    repeats.check()


def _parts(wanted: Wanted, run: Run, jobs: int, store: Cache) -> Iterator[tuple[Piece, Part]]:
    """Yield the parts in order. The first is made here: it says how functions are called."""
    waiting = _tasks(wanted)
    task = next(waiting)
    part = msgspec.json.decode(score_piece(task), type=Part)
    yield task.piece, part
    how = tuple(one.convention for one in part.sums.tallies)
    yield from in_order((replace(one, conventions=how) for one in waiting), run, jobs, store)


def _tasks(wanted: Wanted) -> Iterator[Task]:
    for path in wanted.paths:
        told = cases_of(path.parent, wanted.world.name) if path.name in KEPT else ""
        for piece in _some(path):
            yield Task(
                piece=piece,
                scorers=wanted.scorers,
                cases=wanted.cases,
                told=told,
                desk=wanted.world.name,
                conventions=(None,) * len(wanted.scorers),
            )


def _some(path: Path) -> Iterator[Piece]:
    """Cut a file that holds something. Raises `CannotAuditError`."""
    empty = True
    for piece in pieces(path):
        empty = False
        yield piece
    if empty:
        raise CannotAuditError(f"{path}: no rollout in it; {EXPECTED}")
