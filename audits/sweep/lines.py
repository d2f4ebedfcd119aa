"""A file of targets: a line for each, as it would stand behind `clawback audit`.

`#` begins a comment, blank lines count for nothing. A line that means nothing, or the same as one
before it, is one error that names it.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from audits.errors import CannotAuditError
from audits.sweep.task import Task

Read = Callable[[list[str]], Task]
"""Makes a task of a line's words. Raises `CannotAuditError`."""


class Line(msgspec.Struct, frozen=True):
    """One target, and where it stands in the file."""

    number: int
    task: Task


def read_lines(path: Path, read: Read) -> list[Line]:
    """Read the file. Raises `CannotAuditError`, naming file and line."""
    try:
        text = path.read_bytes().removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except OSError as error:
        raise CannotAuditError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise CannotAuditError(
            f"{path}: not UTF-8 (byte {error.start}); save it as UTF-8"
        ) from None
    lines = list(_lines(path, text, read))
    if not lines:
        raise CannotAuditError(
            f"{path}: no target in it; expected a line for each, e.g. "
            "my_rewards.py:score --rows rows.jsonl"
        )
    return lines


def _lines(path: Path, text: str, read: Read) -> Iterator[Line]:
    seen: dict[bytes, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        try:
            words = shlex.split(line, comments=True)
            task = read(words) if words else None
        except (CannotAuditError, ValueError) as error:  # the latter of a quote that is left open
            raise CannotAuditError(f"{path}, line {number}: {error}") from None
        if task is None:
            continue
        same = seen.setdefault(msgspec.json.encode(task.same, order="sorted"), number)
        if same != number:
            raise CannotAuditError(
                f"{path}, line {number}: the same audit as line {same}; leave one of them out"
            )
        yield Line(number, task)
