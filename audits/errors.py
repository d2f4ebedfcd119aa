"""What keeps an audit from being made. Shown as one message, exit code 2; never as a verdict."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from clawback_audit import CannotAuditError

__all__ = [
    "CannotAuditError",
    "ClashError",
    "StoppedError",
    "no_text",
    "one_line",
    "unknown",
    "unwritable",
]


class ClashError(CannotAuditError):
    """What is to be written would be lost, or cost what is read: nothing must be written at all."""


class StoppedError(Exception):
    """A run was stopped that has nothing to show; says what is kept, and how to go on."""


def one_line(text: str) -> str:
    """Write a stranger's text so that it keeps its place: no line of its own, no control codes."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def no_text(error: UnicodeEncodeError) -> CannotAuditError:
    """Build the error for a name of a file or folder that no report and no request can hold."""
    return CannotAuditError(
        f"expected files and folders named in UTF-8, as reports are; got {error.object!a}; run "
        "this where all names are, or name that one anew"
    )


def unwritable(what: str, path: Path, error: OSError, then: str = "") -> CannotAuditError:
    """Build the error for a file or folder that cannot be written; `then` says what to do."""
    why = error.strerror or str(error)
    with suppress(OSError):  # a name that is too long cannot even be looked at
        if path.is_symlink() and not path.exists():
            why = f"it is a link to {one_line(str(path.readlink()))}, which is not there"
    named = f"{what} {path}".strip()
    return CannotAuditError(f"{named}: cannot write there: {why}{then}")


def unknown(argument: str, value: str, choices: Iterable[str]) -> CannotAuditError:
    """Build the error for a name that is none of the choices, with the nearest one."""
    known = sorted(map(str, choices))
    near = difflib.get_close_matches(value, known, 1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return CannotAuditError(f"{argument}: expected one of {', '.join(known)}; got {value!r}.{hint}")
