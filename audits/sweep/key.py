"""What a result is kept under: all that decides it and is known before anything is run."""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

import msgspec

from audits.provenance import catalogue
from audits.store.closure import file_digest
from audits.sweep.task import Task
from audits.targets.worker.modules import split
from clawback import __version__


def key_of(task: Task) -> str:
    """Return the key, as hex: tool, catalogue, options, seed, interpreter, rows, and target.

    `fail_on` and `limit` are not in it: the one is applied afterwards, and what ran into the other
    is not kept.
    """
    ask = task.ask
    told = {
        "tool": [__version__, catalogue()],
        "task": msgspec.to_builtins(task.same),
        "python": _interpreter(ask.python),
        "rows": file_digest(str(Path(task.folder, ask.rows))) if ask.rows else "",
        "target": _target_digest(task.folder, ask.target, ask.paths),
    }
    return sha256(msgspec.json.encode(told, order="sorted")).hexdigest()


def _interpreter(python: str) -> tuple[str, int, int]:
    """Name an interpreter: where it really is, when it was installed, its bytes."""
    try:
        real = Path(shutil.which(python) or python).resolve()
        told = real.stat()
    except (OSError, ValueError):
        return python, 0, 0
    return str(real), told.st_mtime_ns, told.st_size


def _target_digest(folder: str, target: str, paths: tuple[str, ...]) -> str:
    """Return the digest of the file that a target stands in, if it can be told without a run."""
    where, _ = split(target)
    if where.endswith(".py"):
        return file_digest(str(Path(folder, where)))
    inside = where.replace(".", "/")
    places = [
        Path(path, end) for path in paths for end in (f"{inside}.py", f"{inside}/__init__.py")
    ]
    return next((file_digest(str(one)) for one in places if one.is_file()), "")
