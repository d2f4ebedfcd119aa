"""The files that a result depends on: what target and loader read while they were audited.

Told by the worker as it happens, so that what is imported late, or read as data, counts too. What
is read by other programs, the network, the clock and environment variables are not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import file_digest as hashed
from importlib.util import source_from_cache
from pathlib import Path
from stat import S_ISREG

MOST_FILES = 20_000
"""More files than this are not kept track of, as the worker does not."""

NOT_FILES = ("/proc/", "/sys/", "/dev/")

MISSING = "missing"
"""Stands for a file that was asked for and is not there."""

Closure = Mapping[str, str]
"""SHA-256 as hex, by absolute path."""


def closure(read: Iterable[str], since: int) -> Closure | None:
    """Return the files' digests, or None where they cannot be vouched for.

    `since` is when the reading began, in ns of the epoch: what changed after it may have been read
    before.
    """
    paths = sorted({source_of(path) for path in read if not path.startswith(NOT_FILES)})
    if not paths or len(paths) > MOST_FILES or not all(map(_is_text, paths)):
        return None
    found = {path: _stamp(path) for path in paths}
    if any(stamp and stamp[0] >= since for stamp in found.values()):
        return None
    return {path: _digest(path, stamp) for path, stamp in found.items()}


def unchanged(files: Closure) -> bool:
    """Tell whether all files are what they were."""
    return all(_digest(path, _stamp(path)) == digest for path, digest in files.items())


def file_digest(path: str) -> str:
    """Return the SHA-256 of a file as it is now, as hex; `MISSING` where it cannot be read."""
    return _digest(path, _stamp(path))


def source_of(path: str) -> str:
    """Return the source that a compiled file is of, or the path itself."""
    if not path.endswith(".pyc"):
        return path
    try:
        return source_from_cache(path)
    except ValueError:
        return path


def _is_text(path: str) -> bool:
    return path.isprintable() or path.isascii()


def _stamp(path: str) -> tuple[int, int] | None:
    """Return when a file was last changed and its bytes; None if there is no such file."""
    try:
        told = Path(path).stat()
    except (OSError, ValueError):
        return None
    return (told.st_mtime_ns, told.st_size) if S_ISREG(told.st_mode) else None


@lru_cache(maxsize=200_000)
def _digest(path: str, stamp: tuple[int, int] | None) -> str:
    """Return a file's SHA-256; `stamp` is there so that a changed file is read again."""
    if stamp is None:
        return MISSING
    try:
        with Path(path).open("rb") as file:
            return hashed(file, "sha256").hexdigest()
    except OSError:
        return MISSING
