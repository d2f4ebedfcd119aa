"""Where a run's rollouts are kept: a folder, one line a rollout, on disk before the next is begun.

`rollouts.jsonl` is read strictly when a run goes on (`kept`). Rollouts that the infrastructure
spoilt are set aside in `spoilt.jsonl` and played again: which they are does not depend on what the
model did. `run.json` says what it is a run of, and is written whole or not at all.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from audits.errors import CannotAuditError, unwritable
from audits.live.kept import Kept, key, read_kept
from audits.live.same import agree, read_settings, served, write_settings
from audits.live.settings import Settings
from audits.target import Cases
from audits.worlds import Made

ROLLOUTS, SPOILT = "rollouts.jsonl", "spoilt.jsonl"


class Store:
    """An open folder; use as a context manager. One process has it open at a time.

    Raises `CannotAuditError` where the folder cannot be used, or holds another run.
    """

    def __init__(self, folder: Path, settings: Settings, cases: Cases) -> None:
        self.folder = folder
        self.settings = settings
        """As kept in the folder: with the endpoints that the run had before."""
        self._lock = Lock()
        self._full: OSError | None = None
        self.rollouts: list[Made] = []
        """All that are finished, those of earlier runs of the same command included."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = (folder / ROLLOUTS).open("a+b")
        except OSError as error:
            raise self._cannot_write(error) from None
        try:
            self._lone(self._file)
            if not _is_at(self._file, folder / ROLLOUTS):
                raise CannotAuditError(
                    f"--out {folder}: {ROLLOUTS} is no file, or another run has just replaced it; "
                    "run this again, or give another --out"
                )
            self._go_on(cases)
        except OSError as error:
            self._file.close()
            raise self._cannot_write(error) from None
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

    @property
    def repeats(self) -> int:
        """How many repeats what is on disk is of; 0 where nothing is."""
        return 1 + max((key(rollout)[1] for rollout in self.rollouts), default=-1)

    def within(self, repeats: int) -> list[Made]:
        """Return what is on disk of so many repeats, in the order of the repeats and cases."""
        with self._lock:
            return sorted((r for r in self.rollouts if key(r)[1] < repeats), key=_order)

    def add(self, rollout: Made) -> None:
        """Keep a rollout that has just ended; it is on disk when this returns.

        Called by the thread that played it: a Ctrl-C goes to another, and cannot cut it short.
        Once a line could not be written, no other is put behind what is there of it.
        """
        with self._lock:
            try:
                if self._full:
                    raise self._full
                self._stay()
                _write(self._file, [rollout])
            except OSError as error:
                self._full = error
                raise CannotAuditError(
                    f"{self._cannot_write(error)}; make room, and the same command goes on"
                ) from None
            self.rollouts.append(rollout)

    def _cannot_write(self, error: OSError) -> CannotAuditError:
        return unwritable("--out", self.folder, error)

    def _stay(self) -> None:
        """Put the file back where somebody has taken it away; what stands there then is theirs."""
        path = self.folder / ROLLOUTS
        if not path.exists():
            self._write_anew(self.rollouts)
        elif not _is_at(self._file, path):
            raise CannotAuditError(
                f"--out {self.folder}: another file was put in the place of {ROLLOUTS} while this "
                f"run went on; {len(self.rollouts)} rollouts were finished that may not be in it. "
                "Leave that file alone, and run the same command again"
            )

    def _lone(self, file: BinaryIO) -> None:
        """Keep a file to ourselves."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CannotAuditError(
                f"--out {self.folder}: another run is writing there ({error.strerror})"
            ) from None

    def _go_on(self, cases: Cases) -> None:
        if before := read_settings(self.folder):
            agree(self.folder, before, self.settings)
        kept = read_kept(self._file, self.folder / ROLLOUTS, self.settings, cases)
        self.rollouts = kept.finished
        self.settings = served(self.folder, before, self.settings, kept)
        self._file.truncate(kept.whole)
        if before != self.settings:
            write_settings(self.folder, self.settings)
        if kept.spoilt or kept.twice:
            self._set_aside(kept)

    def _set_aside(self, kept: Kept) -> None:
        """Move lines to the other file: first they stand in both, never in none."""
        if kept.spoilt:
            with (self.folder / SPOILT).open("ab") as aside:
                _write(aside, kept.spoilt)
        self._write_anew(kept.finished)

    def _write_anew(self, rollouts: Iterable[Made]) -> None:
        """Put a file with these rollouts, locked, in the place of the one that is open."""
        beside = self.folder / f"{ROLLOUTS}.new"
        locked = beside.open("w+b")
        self._lone(locked)
        _write(locked, rollouts)
        beside.replace(self.folder / ROLLOUTS)
        self._file.close()
        self._file = locked


def _is_at(file: BinaryIO, path: Path) -> bool:
    """Tell whether an open file is the plain file at a path."""
    with suppress(FileNotFoundError):
        return path.is_file() and os.path.samestat(os.fstat(file.fileno()), path.stat())
    return False


def _write(file: BinaryIO, rollouts: Iterable[Made]) -> None:
    """Write rollouts, a line each; they are on disk when this returns."""
    file.writelines(rollout.to_json() + b"\n" for rollout in rollouts)
    file.flush()
    os.fsync(file.fileno())


def _order(rollout: Made) -> tuple[int, str]:
    return key(rollout)[1], rollout.case.id
