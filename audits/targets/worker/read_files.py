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

_abspath, _fsdecode, _isfile, _join = os.path.abspath, os.fsdecode, os.path.isfile, os.path.join
_write_flags = os.O_WRONLY | os.O_RDWR


def note_reads() -> None:
    """Take note of every file that is read from now on, imported modules among them."""
    sys.addaudithook(_note)


def _note(event: str, args: tuple[Any, ...]) -> None:
    if event == "open":
        path = args[0] if not (args[2] or 0) & _write_flags else None
    elif event == "import":  # of an extension module: others are opened
        path = args[1]
    elif event == "sqlite3.connect":
        path = args[0]
    elif event == "subprocess.Popen":  # what the program reads is not seen, but what it is told
        for word in args[1] if isinstance(args[1], (list, tuple)) else ():
            _keep(word, args[2] or "", asked=True)
        return
    else:
        return
    _keep(path)


def _keep(path: Any, folder: Any = "", asked: bool = False) -> None:
    """Take note of a file; if it has to be `asked`, only where there is one of that name."""
    with suppress(OSError, ValueError, TypeError):
        if isinstance(path, (str, bytes)) and len(READ_FILES) <= MOST_FILES:
            whole = _abspath(_join(_fsdecode(folder), _fsdecode(path)))
            if not asked or _isfile(whole):
                READ_FILES[whole] = None


def files_since(count: int) -> list[str]:
    """Name the files that were read after the first `count`, and how many there are."""
    return list(READ_FILES)[count:]
