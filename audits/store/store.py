"""The store's one SQLite file: safe among runs at the same time, and when one of them is killed.

The write-ahead log keeps what was committed; each save is one transaction, and a second writer
waits for the first.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from audits.errors import CannotAuditError
from audits.provenance import identity
from audits.store.saved import Reached, Saved

NAME = "findings.sqlite"
WAIT = 30.0
"""Seconds that a writer waits for another."""

VERSION = 1
SCHEMA = """
create table if not exists findings (
    id text primary key, target text not null, saved text not null, seen integer not null
);
create index if not exists findings_by_target on findings (target);
create table if not exists targets (target text primary key, reached text not null);
create table if not exists seeds (target text primary key, seed integer not null);
"""

Kind = TypeVar("Kind")


class Store:
    """A store in a folder. Raises `sqlite3.Error` or `OSError` for what is wrong with the file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def exists(self) -> bool:
        """Whether anything was ever saved here."""
        return (self.folder / NAME).is_file()

    def save(self, findings: Sequence[Saved], reached: dict[str, Reached]) -> None:
        """Save findings, each in the place of its last sighting, and how targets were reached."""
        with self._open() as db:
            for one in findings:
                db.execute(
                    "insert into findings values (?, ?, ?, 1) on conflict (id) do update set"
                    " target = excluded.target, saved = excluded.saved, seen = seen + 1",
                    (one.id, identity(one.target), _text(one)),
                )
            for target, how in reached.items():
                db.execute(
                    "insert or replace into targets values (?, ?)", (identity(target), _text(how))
                )

    def all(self) -> list[Saved]:
        """Return every finding, by target and rule."""
        found = [_read(text, Saved) for (text,) in self._rows("select saved from findings")]
        return sorted(found, key=lambda one: (one.target, one.finding.rule, one.id))

    def find(self, prefix: str) -> Saved:
        """Return the finding whose id begins so. Raises `CannotAuditError` if it is not one."""
        found = [one for one in self.all() if one.id.startswith(prefix.lower())]
        if len(found) == 1 and prefix:
            return found[0]
        if len(found) > 1:
            ids = ", ".join(one.id for one in found[:8])
            raise CannotAuditError(
                f"ID: {prefix!r} begins {len(found)} ids: {ids}; write more of it"
            )
        raise CannotAuditError(
            f"ID: no finding {prefix!r} in {self.folder}; `clawback replay` lists what there is"
        )

    def of_target(self, target: str) -> list[Saved]:
        """Return a target's findings."""
        return [one for one in self.all() if identity(one.target) == identity(target)]

    def reached(self, target: str) -> Reached | None:
        """Return how a target was last reached."""
        query = "select reached from targets where target = ?"
        texts = self._rows(query, identity(target))
        return _read(texts[0][0], Reached) if texts else None

    def next_seed(self, target: str, after: int) -> int:
        """Return a seed that no fresh attack on this target has had, and take it."""
        with self._open() as db:
            query = "select seed from seeds where target = ?"
            last = db.execute(query, (identity(target),)).fetchone()
            seed = max(after, last[0] if last else 0) + 1
            db.execute("insert or replace into seeds values (?, ?)", (identity(target), seed))
        return seed

    def _rows(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        if not self.exists:
            return []
        with self._open() as db:
            return list(db.execute(query, values))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self._make()
        with closing(sqlite3.connect(self.folder / NAME, timeout=WAIT)) as db:
            db.isolation_level = None
            db.execute("pragma journal_mode = wal")
            db.execute("begin immediate")
            self._migrate(db)
            yield db
            db.execute("commit")

    def _make(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / ".gitignore").exists():
            (self.folder / ".gitignore").write_text("*\n")

    def _migrate(self, db: sqlite3.Connection) -> None:
        (version,) = db.execute("pragma user_version").fetchone()
        if version > VERSION:
            raise sqlite3.DatabaseError(f"it was written by a newer clawback (version {version})")
        for statement in SCHEMA.split(";"):
            db.execute(statement)
        db.execute(f"pragma user_version = {VERSION}")


def _text(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def _read(text: str, kind: type[Kind]) -> Kind:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.MsgspecError as error:
        raise sqlite3.DatabaseError(f"an entry cannot be read: {error}") from None
