"""Where a run's rollouts are kept: a folder, one line a rollout, on disk before the next is begun.

`rollouts.jsonl` is read strictly when a run goes on. A last line without its end was cut by a kill
and is dropped. Rollouts that the infrastructure spoilt are set aside in `spoilt.jsonl` and played
again: which they are does not depend on what the model did.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import BinaryIO

import msgspec

from audits.errors import CannotAuditError
from audits.live.settings import Settings
from audits.worlds import Made, World, world_of
from desk import read_rollout

ROLLOUTS, SPOILT, SETTINGS = "rollouts.jsonl", "spoilt.jsonl", "run.json"


class Store:
    """An open folder; use as a context manager. One process has it open at a time.

    Raises `CannotAuditError` where the folder cannot be used, or holds another run.
    """

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self.settings = settings
        self._lock = Lock()
        self.rollouts: list[Made] = []
        """All that are finished, those of earlier runs of the same command included."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = (folder / ROLLOUTS).open("a+b")
        except OSError as error:
            raise CannotAuditError(
                f"--out {folder}: cannot write there: {error.strerror}"
            ) from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._agree(settings)
            self._resume()
        except OSError as error:
            self._file.close()
            raise CannotAuditError(
                f"--out {folder}: another run is writing there ({error.strerror})"
            ) from None
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_error: object) -> None:
        with self._lock, suppress(OSError):  # what could not be written was told already
            self._file.close()

    @property
    def done(self) -> set[tuple[str, int]]:
        """What need not be played: (case, repeat)."""
        return {key(rollout) for rollout in self.rollouts}

    def within(self, repeats: int) -> list[Made]:
        """Return what is on disk of so many repeats, in the order of the repeats and cases."""
        with self._lock:
            return sorted((r for r in self.rollouts if key(r)[1] < repeats), key=_order)

    def add(self, rollout: Made) -> None:
        """Keep a rollout that has just ended; it is on disk when this returns.

        Called by the thread that played it: a Ctrl-C goes to another, and cannot cut it short.
        """
        line = rollout.to_json() + b"\n"
        try:
            with self._lock:
                self._file.write(line)
                self._file.flush()
                os.fsync(self._file.fileno())
                self.rollouts.append(rollout)
        except OSError as error:
            raise CannotAuditError(
                f"--out {self.folder}: cannot write there: {error.strerror}; make room, and the "
                "same command goes on"
            ) from None

    def _agree(self, settings: Settings) -> None:
        """Refuse to mix two runs: what is measured would be of neither."""
        path = self.folder / SETTINGS
        if not path.exists():
            path.write_bytes(msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
            return
        try:
            kept = msgspec.json.decode(path.read_bytes(), type=Settings)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise CannotAuditError(f"{path}: not the settings of a run: {error}") from None
        for name in Settings.__struct_fields__:
            was, wanted = getattr(kept, name), getattr(settings, name)
            if was != wanted:
                raise CannotAuditError(
                    f"--out {self.folder}: it holds a run with {name} {was!r}, this one has "
                    f"{wanted!r}; give another --out"
                )

    def _resume(self) -> None:
        self._file.seek(0)
        text = self._file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        rows = enumerate(whole.split(b"\n"), 1)
        path, world = self.folder / ROLLOUTS, world_of(self.settings.desk)
        made = [_read(world, path, n, row) for n, row in rows if row.strip()]
        self.rollouts = [rollout for rollout in made if not rollout.spoilt]
        if again := [rollout for rollout in made if rollout.spoilt]:
            self._set_aside(again)

    def _set_aside(self, again: list[Made]) -> None:
        """Move lines to the other file: first they stand in both, never in none."""
        with (self.folder / SPOILT).open("ab") as aside:
            aside.writelines(rollout.to_json() + b"\n" for rollout in again)
            aside.flush()
            os.fsync(aside.fileno())
        kept = b"".join(rollout.to_json() + b"\n" for rollout in self.rollouts)
        beside = self.folder / f"{ROLLOUTS}.new"
        beside.write_bytes(kept)
        locked = beside.open("a+b")
        fcntl.flock(locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
        beside.replace(self.folder / ROLLOUTS)
        self._file.close()
        self._file = locked


def key(rollout: Made) -> tuple[str, int]:
    """Return what a rollout is known by on disk."""
    return rollout.case.id, rollout.source.rollout if rollout.source else 0


def _order(rollout: Made) -> tuple[int, str]:
    return key(rollout)[1], rollout.case.id


def _read(world: World, path: Path, number: int, line: bytes) -> Made:
    try:
        return world.resealed(read_rollout(line, world.rollout))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CannotAuditError(f"{path}, line {number}: not a rollout: {error}") from None
