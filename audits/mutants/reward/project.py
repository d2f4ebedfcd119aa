"""A copy of the user's project, in which one file at a time holds a mutant. Theirs stay untouched.

What is large and holds no code of theirs is left out; the environments that their command may be
started from are linked to.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from audits.errors import CannotAuditError
from audits.scratch import scratch

LEFT_OUT = {
    ".git",
    ".hg",
    ".svn",
    ".clawback",
    "__pycache__",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
}

MOST_FILES = 20_000
MOST_BYTES = 512 << 20
"""A project that is larger is not copied."""


class Project:
    """A copy of a project's folder. `at` is where the copy stands."""

    def __init__(self, original: Path, at: Path) -> None:
        self.original, self.at = original, at
        self._stamp = 0

    @classmethod
    @contextmanager
    def copied(cls, original: Path) -> Iterator[Project]:
        """Copy a project, and take the copy away in the end.

        Raises `CannotAuditError` for one that is too large, or cannot be read.
        """
        _check_size(original)
        with scratch("project") as folder:
            at = folder / original.name
            try:
                shutil.copytree(original, at, symlinks=True, ignore=_left_out)
            except (shutil.Error, OSError) as error:
                raise CannotAuditError(f"--tests: {original} cannot be copied: {error}") from None
            for one in original.iterdir():
                if _is_environment(one):
                    (at / one.name).symlink_to(one)
            yield cls(original, at)

    def holds(self, file: Path) -> bool:
        """Whether a file is copied too: a link out of the copy would lead to their own."""
        if not file.is_relative_to(self.original):
            return False
        twin = self.twin(file).resolve()
        return twin.is_file() and twin.is_relative_to(self.at)

    def twin(self, file: Path) -> Path:
        """Give a file's or folder's place in the copy."""
        return self.at / file.relative_to(self.original)

    @contextmanager
    def holding(self, file: Path, text: str) -> Iterator[None]:
        """Have other text in a file's twin inside a `with`."""
        twin = self.twin(file)
        kept = twin.read_bytes()
        self._write(twin, text.encode())
        try:
            yield
        finally:
            self._write(twin, kept)

    def _write(self, twin: Path, content: bytes) -> None:
        """Write, with a time of its own: Python tells stale bytecode by time and size alone."""
        twin.unlink(missing_ok=True)
        twin.write_bytes(content)
        self._stamp += 2
        seconds = int(twin.stat().st_mtime) + self._stamp
        os.utime(twin, (seconds, seconds))

    def environment(self, root: Path, given: Mapping[str, str]) -> dict[str, str]:
        """Have the copy's modules imported before the originals; `root` is the import root."""
        along = [Path(one) for one in given.get("PYTHONPATH", "").split(os.pathsep) if one]
        path = [self._moved(one) for one in (root, *along)]
        return {**given, "PYTHONPATH": os.pathsep.join(path), "PYTHONDONTWRITEBYTECODE": "1"}

    def _moved(self, folder: Path) -> str:
        place = folder if folder.is_absolute() else self.original / folder
        inside = place.is_relative_to(self.original)
        return str(self.twin(place) if inside else place)


def _left_out(folder: str, names: list[str]) -> Iterable[str]:
    return {name for name in names if name in LEFT_OUT or _is_environment(Path(folder) / name)}


def _is_environment(path: Path) -> bool:
    return path.name == "node_modules" or (path / "pyvenv.cfg").is_file()


def _check_size(original: Path) -> None:
    files = size = 0
    for folder, folders, names in os.walk(original):
        out = set(_left_out(folder, folders))
        folders[:] = [name for name in folders if name not in out]
        files += len(names)
        size += sum((Path(folder) / name).lstat().st_size for name in names)
        if files > MOST_FILES or size > MOST_BYTES:
            raise CannotAuditError(
                f"--tests: {original} is too large to be copied (more than {MOST_FILES} files or "
                f"{MOST_BYTES >> 20} MiB); start in the folder of the project that is tested"
            )
