"""Writing a file whole or not at all: where the disk is full, what stood there stays."""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What an error says where there is no room: in the file's own place there is none either."""


def write_whole(path: Path, text: str) -> None:
    """Write text as UTF-8 in the place of what stood there. Raises `OSError`; that stays then.

    What is no plain file (a pipe, what /dev/stdout stands for) is written as it is, and so is one
    beside which no other can be put. A link stays a link.
    """
    place = Path(os.path.realpath(path))  # which bears links in a circle
    if not _is_plain(path) or not _replaced(place, text):
        path.write_text(text, encoding="utf-8")


def _is_plain(path: Path) -> bool:
    """Tell whether a path stands for a file or for nothing yet, and for nobody's open stream."""
    streams = any(path.absolute().is_relative_to(top) for top in ("/dev", "/proc"))
    return not streams and (path.is_file() or not path.exists())


def _replaced(place: Path, text: str) -> bool:
    """Write a part beside a file and put it in its place; False where no such part can be."""
    part = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        file = part.open("x", encoding="utf-8")
    except OSError as error:
        if error.errno in FULL:
            raise
        return False
    try:
        with file:
            file.write(text)
        _made_like(place, part)
        try:
            part.replace(place)
        except OSError:  # somebody has mounted this very file
            return False
        return True
    finally:
        part.unlink(missing_ok=True)


def _made_like(place: Path, part: Path) -> None:
    """Give a part the mode and, if we may, the owner of the file that it stands in for."""
    if place.exists():
        told = place.stat()
        with suppress(OSError):
            os.chown(part, told.st_uid, told.st_gid)
        shutil.copymode(place, part)
