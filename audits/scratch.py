"""Folders of ours outside of anybody's project, and taking away what killed runs left of them.

Who made a folder holds its lock, which the kernel lets go however a process ends: a folder that can
be locked is nobody's, whatever process has its owner's id now.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from audits.children import held


@contextmanager
def scratch(kind: str) -> Iterator[Path]:
    """Make a folder and take it away in the end; `kind`, a word, is part of its name.

    What killed runs of this user have left of the kind goes first; what a live one has stays.
    Raises `OSError` if none can be made.
    """
    prefix = f"clawback-{kind}-"
    _sweep(prefix)
    folder, lock = _locked(prefix)
    try:
        yield Path(folder.name).resolve()
    finally:
        with held():  # a second Ctrl-C would leave half of it
            folder.cleanup()
            os.close(lock)


def _locked(prefix: str) -> tuple[tempfile.TemporaryDirectory[str], int]:
    while True:  # another's sweep may come between making a folder and locking it
        folder = tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)
        with suppress(FileNotFoundError):
            lock = os.open(folder.name, os.O_RDONLY)
            if _lock(lock) is not False and Path(folder.name).exists():
                return folder, lock
            os.close(lock)
        folder.cleanup()


def _lock(folder: int) -> bool | None:
    """Lock an open folder; False if another has it, None where nothing can be locked."""
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _sweep(prefix: str) -> None:
    for left in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with suppress(OSError):
            folder = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                if os.fstat(folder).st_uid == os.geteuid() and _lock(folder):
                    shutil.rmtree(left, ignore_errors=True)
            finally:
                os.close(folder)
