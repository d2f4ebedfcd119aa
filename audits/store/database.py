"""One SQLite file of ours: safe among runs at the same time, and when one of them is killed.

The write-ahead log keeps what was committed; each save is one transaction, and a second writer
waits for the first.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar

WAIT = 30.0
"""Seconds that a writer waits for another."""


def make_folder(folder: Path) -> None:
    """Make a store's folder, which git ignores. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / ".gitignore").exists():
        (folder / ".gitignore").write_text("*\n")


class Database:
    """A file in a folder. Raises `sqlite3.Error` or `OSError` for what is wrong with it."""

    name: ClassVar[str]
    """The file's name."""
    version: ClassVar[int]
    schema: ClassVar[str]

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def file(self) -> Path:
        """Where it is."""
        return self.folder / self.name

    @property
    def exists(self) -> bool:
        """Whether anything was ever saved here."""
        return self.file.is_file()

    def _rows(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        if not self.exists:
            return []
        with self._open() as db:
            return list(db.execute(query, values))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        make_folder(self.folder)
        with closing(sqlite3.connect(self.file, timeout=WAIT)) as db:
            db.isolation_level = None
            with self._alone():
                db.execute("pragma journal_mode = wal")
            db.execute("begin immediate")
            self._migrate(db)
            yield db
            db.execute("commit")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other runs out while a new file changes its journal: SQLite does not wait there."""
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def _migrate(self, db: sqlite3.Connection) -> None:
        (version,) = db.execute("pragma user_version").fetchone()
        if version > self.version:
            raise sqlite3.DatabaseError(f"it was written by a newer clawback (version {version})")
        for statement in self.schema.split(";"):
            db.execute(statement)
        db.execute(f"pragma user_version = {self.version}")
