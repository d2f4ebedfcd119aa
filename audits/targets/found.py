"""The file that a target is asked of, found without importing anything."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from audits.targets.worker.modules import split


def file_of(target: str, paths: Iterable[str], here: Path | None = None) -> Path | None:
    """Find a target's file: as it is named, from `here`, or as a module along some paths."""
    where, _ = split(target)
    if where.endswith(".py"):
        files = [(here or Path()) / where]
    else:
        below = where.replace(".", "/")
        files = [Path(path, f"{below}{end}") for path in paths for end in (".py", "/__init__.py")]
    return next(filter(is_file, files), None)


def is_file(path: Path) -> bool:
    """Tell whether there is such a file; what cannot be a file's name is none."""
    with suppress(OSError, ValueError):
        return path.is_file()
    return False
