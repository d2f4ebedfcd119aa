"""Where a report goes: data to stdout or a file, notes and progress to stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TextIO

import msgspec

from audits.errors import CannotAuditError
from audits.verdict import Exit, Verdict


class Format(StrEnum):
    """How a report is written."""

    TEXT = "text"
    JSON = "json"


def as_json(report: object) -> str:
    """Write a report as JSON for people and programs: indented, keys in the documented order."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()


def put(text: str, output: Path | None) -> None:
    """Write a whole report to stdout, or to a file."""
    if output is None:
        _stdout(text)
        return
    try:
        output.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise CannotAuditError(f"--output {output}: cannot write there: {error.strerror}") from None


def _stdout(text: str) -> None:
    """Write to stdout; a reader that went away early does not change the verdict."""
    if sys.stdout is None:
        raise CannotAuditError("stdout is closed: there is nowhere to write to; use --output FILE")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        leave(sys.stdout)
    except OSError as error:
        leave(sys.stdout)
        raise CannotAuditError(f"stdout: cannot write there: {error.strerror}") from None


def leave(stream: TextIO) -> None:
    """Send what is still in a stream's buffer nowhere: at exit, Python would fail on it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def code(verdict: Verdict, exit_zero: bool) -> Exit:
    """Return the exit code of a verdict; `--exit-zero` lets findings pass, and only findings."""
    if exit_zero and verdict is Verdict.FINDINGS:
        return Exit.CLEAN
    return verdict.exit


class Bar:
    """A progress bar, or nothing where there is no terminal to show it."""

    def total(self, steps: int | None) -> None:
        """So many steps will come; None if it is not known."""

    def __call__(self, label: str) -> None:
        """One more step is done, and `label` says of what."""


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Bar]:
    """Show progress on stderr, on a terminal only."""
    if not sys.stderr.isatty():
        yield Bar()
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as shown:
        task = shown.add_task(what, total=total)

        class Shown(Bar):
            def total(self, steps: int | None) -> None:
                shown.update(task, total=steps)

            def __call__(self, label: str) -> None:
                shown.update(task, advance=1, description=f"{what}: {label}", refresh=True)

        yield Shown()
