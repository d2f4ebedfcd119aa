"""A command that exits 0 while all is well, run quietly, under a clock, with all that it starts."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from audits.children import start
from audits.errors import CannotAuditError


def words_of(command: str) -> list[str]:
    """Split a command into words. Raises `CannotAuditError` if there is none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise CannotAuditError(f"--tests: {error} in {command!r}") from None
    if not words:
        raise CannotAuditError("--tests: expected a command, e.g. 'python -m pytest -x -q'")
    return words


def exit_code(
    command: list[str],
    environment: Mapping[str, str],
    seconds: float,
    folder: Path | None = None,
    said: Path | None = None,
) -> int | None:
    """Run a command and give its exit code; None if it came to no end within `seconds`.

    `folder` is where it runs; what it says goes to the file `said`, or nowhere.
    """
    with (said or Path(os.devnull)).open("wb") as out:
        try:
            child = start(
                command,
                env=environment,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
        except OSError as error:
            raise CannotAuditError(
                f"--tests {command[0]}: it cannot be run: {error.strerror}"
            ) from None
        try:
            return child.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()


def ended(code: int | None) -> str:
    """Say how a command ended."""
    return "came to no end" if code is None else f"exits {code}"
