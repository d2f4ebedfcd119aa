"""Which files a target reads, so that a result can be kept until one of them changes."""

from __future__ import annotations

import builtins
import os
import sys
from contextlib import suppress
from typing import Any

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others

MOST_FILES = 20_000
"""How many files a target may read before it is said to read too many to be told."""

READ_FILES: dict[str, None] = {}
"""Those that were read, in order."""

_abspath, _fsdecode = os.path.abspath, os.fsdecode
_write_flags = os.O_WRONLY | os.O_RDWR


def note_reads() -> None:
    """Take note of every file that is read from now on, imported modules among them."""
    sys.addaudithook(_note)


def _note(event: str, args: tuple[Any, ...]) -> None:
    if event == "open":
        path = args[0] if not (args[2] or 0) & _write_flags else None
    elif event == "import":  # of an extension module: others are opened
        path = args[1]
    else:
        return
    if isinstance(path, (str, bytes)) and len(READ_FILES) <= MOST_FILES:
        with suppress(OSError, ValueError):
            READ_FILES[_abspath(_fsdecode(path))] = None


def files_since(count: int) -> list[str]:
    """Name the files that were read after the first `count`, and how many there are."""
    return list(READ_FILES)[count:]
