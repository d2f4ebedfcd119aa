"""Where a report goes: data to stdout or a file, notes and progress to stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from audits.errors import CannotAuditError, unknown, unwritable
from audits.report.formats import Format, require, write
from audits.report.written import as_json
from audits.stopping import check, until_stopped
from audits.verdict import Exit, Verdict
from audits.whole import write_whole

if TYPE_CHECKING:
    from audits.events import Event
    from audits.report.report import Report


class Plain(StrEnum):
    """How a list or another document without findings is written."""

    TEXT = "text"
    JSON = "json"


class Drawn(StrEnum):
    """How a document is written that has charts or tables for a page."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Outlet:
    """Where the reports of one run go: one to stdout or `output`, and any number more to files."""

    format: Format = Format.TEXT
    output: Path | None = None
    also: tuple[tuple[Format, Path], ...] = ()

    @property
    def files(self) -> list[tuple[Path, str]]:
        """The files that will be written, each with its option."""
        own = [(self.output, "--output")] if self.output else []
        return [*own, *((path, "--report") for _, path in self.also)]

    def put(self, report: Report) -> None:
        """Write every report that is asked for."""
        self.put_others(report)
        for_programs = self.format is not Format.TEXT
        put(write(report, self.format), self.output, for_programs=for_programs)

    def put_others(self, report: Report) -> None:
        """Write those of `--report` only."""
        for written, path in self.also:
            put(write(report, written), path, "--report")


def outlet(format: Format, output: Path | None, reports: list[str] | None) -> Outlet:
    """Build it from the options.

    Raises `CannotAuditError` for a report that is no FORMAT:FILE, or that cannot be written here.
    """
    also = tuple(_also(words) for words in reports or ())
    for one in (format, *(name for name, _ in also)):
        require(one)
    return Outlet(format, output, also)


def _also(words: str) -> tuple[Format, Path]:
    name, colon, path = words.partition(":")
    if not colon or not path:
        raise CannotAuditError(
            f"--report: expected FORMAT:FILE, e.g. sarif:clawback.sarif; got {words!r}"
        )
    if name not in list(Format):
        raise unknown("--report", name, list(Format))
    return Format(name), Path(path)


def put(
    text: str, output: Path | None, option: str = "--output", for_programs: bool = False
) -> None:
    """Write a whole report to stdout, or to a file, unless we were asked to stop.

    What is `for_programs` is UTF-8, whatever a terminal here would want: nothing in it may change.
    """
    check()
    if output is None:
        _stdout(text, for_programs)
        return
    try:
        write_whole(output, text + "\n")
    except OSError as error:
        raise unwritable(option, output, error) from None


def put_lines(lines: Iterable[str], output: Path, option: str) -> None:
    """Write lines to a file, one at a time."""
    try:
        with output.open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        raise unwritable(option, output, error) from None


def ready(format: Drawn) -> None:
    """Raise `CannotAuditError` before a run whose page could not be written."""
    require(Format(format))


def written(
    title: str, document: Any, format: Plain | Drawn, text: Callable[[], str], why: str = ""
) -> str:
    """Write a document that has no findings; `title` and `why` head its page."""
    if format == Drawn.HTML:
        require(Format.HTML)
        from audits.report.html.page import measured_page

        return measured_page(title, why, document, text())
    return as_json(document) if format == Plain.JSON else text()


def _stdout(text: str, for_programs: bool) -> None:
    """Write to stdout; a reader that went away early does not change the verdict."""
    if sys.stdout is None:
        raise CannotAuditError("stdout is closed: there is nowhere to write to; use --output FILE")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8" if for_programs else None, errors="replace")
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
        check()

    def hear(self, event: Event) -> None:
        """Follow an audit's events: how many steps will come, and each that is done."""
        from audits.events import Started, Step

        if isinstance(event, Started):
            self.total(event.total)
        elif isinstance(event, Step):
            self(event.label)


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Bar]:
    """Show progress on stderr, on a terminal only; a Ctrl-C is heard by the end of it."""
    with until_stopped() as stop, _shown(what, total) as bar:
        yield bar
    stop.pass_on()


@contextmanager
def _shown(what: str, total: int | None) -> Iterator[Bar]:
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
                super().__call__(label)

        yield Shown()
