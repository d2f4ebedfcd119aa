"""The store's one SQLite file: what was found, and the right answers that were paid."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from audits.errors import CannotAuditError
from audits.provenance import identity
from audits.store.database import Database
from audits.store.saved import Reached, Saved

SCHEMA = """
create table if not exists findings (
    id text primary key, target text not null, saved text not null, seen integer not null
);
create index if not exists findings_by_target on findings (target);
create table if not exists targets (target text primary key, reached text not null);
create table if not exists seeds (target text primary key, seed integer not null);
"""

Kind = TypeVar("Kind")

SEEDS = 1 << 63
"""From here on SQLite has no whole numbers."""


class Store(Database):
    """A store in a folder. Raises `sqlite3.Error` or `OSError` for what is wrong with the file."""

    name = "findings.sqlite"
    version = 1
    schema = SCHEMA

    def save(self, findings: Sequence[Saved], reached: dict[str, Reached]) -> None:
        """Save findings, each in the place of its last sighting, and how targets were reached."""
        with self._open() as db:
            for one in findings:
                db.execute(
                    "insert into findings values (?, ?, ?, 1) on conflict (id) do update set"
                    " target = excluded.target, saved = excluded.saved, seen = seen + 1",
                    (one.id, self._identity(one.target, one.folder), _text(one)),
                )
            for target, how in reached.items():
                name = self._identity(target, how.folder)
                db.execute("insert or replace into targets values (?, ?)", (name, _text(how)))

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
        here = identity(target)
        return [one for one in self.all() if self._identity(one.target, one.folder) == here]

    def reached(self, target: str) -> Reached | None:
        """Return how a target was last reached."""
        query = "select reached from targets where target = ?"
        texts = self._rows(query, identity(target))
        return _read(texts[0][0], Reached) if texts else None

    def _identity(self, target: str, folder: str) -> str:
        """Name a target that was audited in a folder, told from the store's own on."""
        return identity(target, (self.folder / folder).resolve())

    def next_seed(self, target: str, after: int) -> int:
        """Return a seed that no fresh attack on this target has had, and take it."""
        with self._open() as db:
            query = "select seed from seeds where target = ?"
            last = db.execute(query, (identity(target),)).fetchone()
            known = last[0] if last else 0
            if not isinstance(known, int):
                raise sqlite3.DatabaseError(f"a seed cannot be read: {known!r}")
            seed = max(after, known) + 1
            if seed >= SEEDS:
                raise CannotAuditError(
                    f"seed {seed}: a store keeps seeds below {SEEDS}; audit with a smaller --seed, "
                    f"or move {self.folder} away"
                )
            db.execute("insert or replace into seeds values (?, ?)", (identity(target), seed))
        return seed


def _text(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def _read(text: str, kind: type[Kind]) -> Kind:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.MsgspecError as error:
        raise sqlite3.DatabaseError(f"an entry cannot be read: {error}") from None
