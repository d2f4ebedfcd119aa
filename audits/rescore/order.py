"""Parts of saved rollouts in the order of their pieces, however they come; kept between runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from audits.engines import Lost, Run
from audits.provenance import HOME, catalogue, digest_of
from audits.rescore.pieces import Piece
from audits.rescore.task import Part, Task, score_piece
from audits.store.cache import Cache
from audits.store.closure import file_digest, unchanged
from audits.worlds import world_of
from clawback import __version__


def in_order(
    tasks: Iterator[Task], run: Run, jobs: int, store: Cache
) -> Iterator[tuple[Piece, Part]]:
    """Yield each piece with its part, in order; what is kept is not made again."""
    order = _Order(store)
    for name, answer in run(score_piece, order.todo(tasks), jobs):
        order.take(int(name), answer)
        yield from order.due()
    yield from order.due()


class _Order:
    """Parts as they come, given in the order of their pieces."""

    def __init__(self, store: Cache) -> None:
        self._store = store
        self._pieces: dict[int, tuple[str, Piece]] = {}
        self._ready: dict[int, Part | None] = {}  # None: it is kept, and read in its turn
        self._turn = 0

    def todo(self, tasks: Iterator[Task]) -> Iterator[tuple[str, Any]]:
        """Number the tasks, and pass on those whose part is not kept."""
        for number, task in enumerate(tasks):
            key = _key(task)
            self._pieces[number] = key, task.piece
            if _kept(self._store, key) is None:
                yield str(number), task
            else:
                self._ready[number] = None

    def take(self, number: int, answer: bytes | Lost) -> None:
        """Take a part, and keep it."""
        key, piece = self._pieces[number]
        if isinstance(answer, Lost):
            part = Part(error=f"{piece.path}, from line {piece.line} on: {answer.why}")
        else:
            part = msgspec.json.decode(answer, type=Part)
        if key and part.sure and not part.error:
            self._store.put(key, msgspec.json.encode(part))
        self._ready[number] = part

    def due(self) -> Iterator[tuple[Piece, Part]]:
        """Give the parts whose turn it is."""
        while self._turn in self._ready:
            key, piece = self._pieces.pop(self._turn)
            part = self._ready.pop(self._turn) or _kept(self._store, key)
            self._turn += 1
            gone = f"{piece.path}, from line {piece.line} on: its result is gone; run this again"
            yield piece, part or Part(error=gone)


def _kept(store: Cache, key: str) -> Part | None:
    part = store.get(key, Part) if key else None
    return part if part and unchanged(part.files) else None


def _key(task: Task) -> str:
    """Return what a part is kept under: all that decides it; nothing for what is not kept."""
    if not task.piece.digest:
        return ""
    ours = world_of(task.desk).scorers
    theirs = [one.rpartition(":")[0] for one in task.scorers if one not in ours]
    digests = [file_digest(str(Path(one).resolve())) for one in theirs]
    told = [
        *(__version__, catalogue(), _desk(), task.piece.digest, task.desk, task.told),
        None if task.cases is None else _cases(task.desk, task.cases),
        *(task.scorers, task.conventions, digests),
    ]
    return sha256(msgspec.json.encode(told)).hexdigest()


@cache
def _desk() -> str:
    """Return a digest of what plays rollouts again and scores them, and of the cases with us."""
    files = (file for name in ("desk", "scorer") for file in (HOME / name).rglob("*.*"))
    return digest_of(file for file in files if file.suffix in (".py", ".jsonl", ".json"))


@cache
def _cases(desk: str, name: str) -> str:
    cases = world_of(desk).cases(name)
    return f"{cases.name} {cases.digest}"
