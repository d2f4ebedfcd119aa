"""A reward under audit from its name on a command line: worker, rows, and the way to call it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from attackers.rows import Row
from audits.errors import CannotAuditError, no_text
from audits.rewards.outcome import Shape
from audits.targets.client import LoadRequest, Worker
from audits.targets.conventions import infer
from audits.targets.files import checked, read_rows
from audits.targets.fills import FILLS
from audits.targets.process import AbsentError
from audits.targets.reward import WorkerReward, choose
from audits.targets.rows import rows_of, unfolded
from audits.targets.worker.modules import split


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be audited, and how it is reached."""

    target: str
    """`pkg.mod:fn` or `path/file.py:fn`; after the colon an attribute, or a factory's call."""
    given_as: str = "TARGET"
    """The argument that names it."""
    rows: str = ""
    """A file of rows, or a loader `pkg.mod:rows`; empty if the target has its own."""
    shape: Shape | None = None
    convention: str | None = None
    """How the target is called, if it is not to be told from its signature."""
    mapping: Mapping[str, str] = {}
    python: str = sys.executable
    stub_parents: bool = False
    timeout: float = 10.0
    """Seconds of wall time that one call may take."""
    memory_mb: int = 4096
    """MiB of address space that the target's process may take."""
    load_timeout: float = 120.0
    """Seconds of wall time that importing the target, or loading rows, may take."""
    paths: tuple[str, ...] = ()
    """Where modules are looked for; here and along PYTHONPATH if left out."""

    def load(self, target: str) -> LoadRequest:
        """Ask for a worker with some target of this Python's."""
        return LoadRequest(
            target=target,
            python=self.python,
            paths=self.paths or search_paths(),
            stub_parents=self.stub_parents,
            timeout=self.timeout,
            memory=self.memory_mb << 20,
            load_timeout=self.load_timeout,
        )


def search_paths() -> tuple[str, ...]:
    """Return where a target's module is looked for: here, and along PYTHONPATH.

    Raises `CannotAuditError` for a folder that is gone, or whose name is no text.
    """
    along = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    try:
        here = str(Path.cwd())
    except FileNotFoundError:
        raise CannotAuditError(
            "the current folder no longer exists; change to one that does, and run this again"
        ) from None
    paths = (here, *(str(Path(path).resolve()) for path in along if path))
    try:
        for path in paths:
            path.encode()
    except UnicodeEncodeError as error:
        raise no_text(error) from None
    return paths


@contextmanager
def opened(
    ask: Ask, raw: list[dict[str, Any]] | None = None, read: set[str] | None = None
) -> Iterator[tuple[WorkerReward, tuple[Row, ...]]]:
    """Load the target, and its rows unless they are given as `raw`.

    `read` is given the files that target and loader have read, when the worker is done with.
    Raises `CannotAuditError` with one message that names the remedy.
    """
    _check_target(ask.target, ask.given_as)
    given = load_rows(ask, read) if raw is None and ask.rows else raw
    with _noted(ask.load(ask.target), read) as worker:
        found = checked(_own_rows(worker, ask) if given is None else given, "rows")
        found = unfolded(found, ask.mapping.values())
        columns = list(dict.fromkeys(name for row in found[:100] for name in row))
        fills = {n: how for n, how in ask.mapping.items() if how in FILLS and how not in columns}
        mapping = {name: column for name, column in ask.mapping.items() if name not in fills}
        conventions = infer(
            worker.target,
            [*columns, *mapping],
            ask.shape,
            fills=fills,
            own_rows=given is None,
            name=ask.convention,
        )
        renamed = mapped(found, mapping)
        shapes = {one.shape for one in conventions}
        rows = {shape: rows_of(renamed, shape, mapping) for shape in shapes}
        yield choose(ask.target, worker, conventions, rows)


@contextmanager
def _noted(load: LoadRequest, read: set[str] | None) -> Iterator[Worker]:
    with Worker(msgspec.structs.replace(load, note_reads=read is not None)) as worker:
        yield worker
        if read is not None:
            read.update(worker.files())


def _own_rows(worker: Worker, ask: Ask) -> list[dict[str, Any]]:
    if not worker.target.get("has_rows"):
        raise CannotAuditError(
            f"--rows: {ask.target} has no rows of its own; expected a file of rows, or a loader "
            "pkg.mod:rows"
        )
    return worker.rows()


def load_rows(ask: Ask, read: set[str] | None = None) -> list[dict[str, Any]]:
    """Read the rows from a file, or call a loader in a worker; `read` as for `opened`."""
    if ":" not in ask.rows or Path(ask.rows).exists():
        if read is not None:
            read.add(str(Path(ask.rows).absolute()))
        return read_rows(Path(ask.rows))
    with _noted(ask.load(ask.rows), read) as worker:
        return checked(worker.rows(), f"--rows {ask.rows}")


def mapped(raw: list[dict[str, Any]], mapping: Mapping[str, str]) -> list[dict[str, Any]]:
    """Give each mapped column its other name as well, for parameters that are called so."""
    return [
        row | {name: row[column] for name, column in mapping.items() if column in row}
        for row in raw
    ]


def _check_target(target: str, given_as: str) -> None:
    if not target.isprintable():  # half a surrogate pair stands for a byte that is no UTF-8
        raise CannotAuditError(f"{given_as}: expected printable UTF-8; got {target!r}")
    where, name = split(target)
    if not where or not name:
        raise CannotAuditError(
            f"{given_as}: expected pkg.mod:function or path/file.py:function; got {target!r}"
        )
    if where.endswith(".py") and not Path(where).is_file():
        raise AbsentError(f"{given_as}: no file {where!r}")
