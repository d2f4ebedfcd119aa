"""Results kept between sweeps, and by a sweep that is killed, in one SQLite file beside findings.

It may be deleted at any time. What is wrong with the file is told once and never ends a sweep: it
then runs everything, and keeps nothing.
"""

from __future__ import annotations

import sqlite3
import sys
import zlib
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from audits.store.database import Database

T = TypeVar("T")


class _Kept(Database):
    name = "results.sqlite"
    version = 1
    schema = """
    create table if not exists done (
        key text primary key, digest blob not null, packed blob not null, unsure integer not null
    )
    """

    def get(self, key: str) -> tuple[bytes, bytes] | None:
        rows = self._rows("select digest, packed from done where key = ?", key)
        return (bytes(rows[0][0]), bytes(rows[0][1])) if rows else None

    def put(self, key: str, digest: bytes, packed: bytes, unsure: bool) -> None:
        with self._open() as db:
            row = (key, digest, packed, int(unsure))
            db.execute("insert or replace into done values (?, ?, ?, ?)", row)

    def forget_unsure(self, keys: Iterable[str]) -> None:
        with self._open() as db:
            query = "delete from done where key = ? and unsure"
            db.executemany(query, ((key,) for key in keys))


class Cache:
    """Answers by key, each held against a digest of its own when it is read."""

    def __init__(self, folder: Path | None) -> None:
        """Keep answers in a folder's file; nowhere if it is None."""
        self._kept = None if folder is None else _Kept(folder)

    @property
    def keeps(self) -> bool:
        """Whether answers are kept: there is a folder for them, and nothing went wrong with it."""
        return self._kept is not None

    def get(self, key: str, kind: type[T]) -> T | None:
        """Return what is kept under a key; None for nothing, or for what is damaged."""
        try:
            found = self._kept.get(key) if self._kept else None
        except (OSError, sqlite3.Error) as error:
            self._broken(error)
            return None
        if found is None:
            return None
        try:
            text = zlib.decompress(found[1])
            return msgspec.json.decode(text, type=kind) if _sum(key, text) == found[0] else None
        except (zlib.error, msgspec.MsgspecError, UnicodeDecodeError):
            return None

    def put(self, key: str, answer: bytes, unsure: bool = False) -> None:
        """Keep an answer; an `unsure` one for a sweep that is taken up again, and no longer."""
        try:
            if self._kept:
                self._kept.put(key, _sum(key, answer), zlib.compress(answer, 1), unsure)
        except (OSError, sqlite3.Error) as error:
            self._broken(error)

    def forget_unsure(self, keys: Iterable[str]) -> None:
        """Drop what was kept as unsure, so that it is run again next time."""
        try:
            if self._kept and self._kept.exists:
                self._kept.forget_unsure(keys)
        except (OSError, sqlite3.Error) as error:
            self._broken(error)

    def _broken(self, error: Exception) -> None:
        assert self._kept is not None
        file, self._kept = self._kept.file, None
        print(  # noqa: T201 - a note for people
            f"clawback: {file}: {error}; from here on nothing is reused or kept: make room, "
            "delete the file, or name another folder in CLAWBACK_STORE",
            file=sys.stderr,
        )


def _sum(key: str, text: bytes) -> bytes:
    return sha256(key.encode() + text).digest()
