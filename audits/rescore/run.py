"""Files of rollouts scored piece by piece, here or on many processes, and added up in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import msgspec

from audits.engines import Run
from audits.errors import CannotAuditError
from audits.qualify.record import Planned
from audits.rescore.added import Added, Whole
from audits.rescore.order import in_order
from audits.rescore.pieces import Piece, held, pieces
from audits.rescore.read import EXPECTED, numbered, on_our_desk, repeat_of
from audits.rescore.repeats import Repeats
from audits.rescore.task import Part, Task, score_piece
from audits.rescore.told import Told
from audits.store.cache import Cache
from audits.target import case_set
from desk.refund import RefundRollout


def rescored(
    paths: Sequence[Path],
    scorers: tuple[str, ...],
    cases: str,
    run: Run,
    jobs: int,
    store: Cache,
    plan: list[Planned] | None,
    step: Callable[[str], None] = lambda _label: None,
) -> Whole:
    """Score all rollouts of some files. `step` is told of each piece that is done.

    Raises `CannotAuditError` as `read_rollouts` does, for the first piece that is wrong.
    """
    added = Added(plan)
    for piece, part in _parts(paths, scorers, cases, run, jobs, store):
        if part.error:
            raise CannotAuditError(part.error)
        added.take(Path(piece.path), part)
        step(f"{Path(piece.path).name}, line {piece.line}")
    return added.whole()


def rollouts_of(paths: Sequence[Path], cases: str) -> Iterator[RefundRollout]:
    """Yield all rollouts of some files that were `rescored`, each with its repeat."""
    found = case_set(cases)
    known = {case.id: case for case in found.cases}
    repeats = Repeats(Path())
    for piece in chain.from_iterable(_some(path) for path in paths):
        for one in held(piece).rollouts:
            rollout, _ = on_our_desk(Path(piece.path), one, found, known)
            repeat = repeats.take(rollout.case.id, repeat_of(one))
            yield numbered(rollout, repeat) if isinstance(one, Told) else rollout


def _parts(
    paths: Sequence[Path],
    scorers: tuple[str, ...],
    cases: str,
    run: Run,
    jobs: int,
    store: Cache,
) -> Iterator[tuple[Piece, Part]]:
    """Yield the parts in order. The first is made here: it says how functions are called."""
    waiting = chain.from_iterable(_some(path) for path in paths)
    first = next(waiting)
    task = Task(piece=first, scorers=scorers, cases=cases, conventions=(None,) * len(scorers))
    part = msgspec.json.decode(score_piece(task), type=Part)
    yield first, part
    how = tuple(one.convention for one in part.sums.tallies)
    tasks = (Task(piece=one, scorers=scorers, cases=cases, conventions=how) for one in waiting)
    yield from in_order(tasks, run, jobs, store)


def _some(path: Path) -> Iterator[Piece]:
    """Cut a file that holds something. Raises `CannotAuditError`."""
    empty = True
    for piece in pieces(path):
        empty = False
        yield piece
    if empty:
        raise CannotAuditError(f"{path}: no rollout in it; {EXPECTED}")
