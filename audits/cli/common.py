"""Options that every audit verb shares, and the one way an audit is run from a command line."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from audits.cli.complete import desks, offer, reverts, scorers, severities, terms
from audits.cli.output import Drawn, Outlet, Plain, code, progress
from audits.engines import Engine
from audits.errors import StoppedError
from audits.report.formats import Format
from audits.stopping import heard
from audits.verdict import Verdict

if TYPE_CHECKING:
    from audits.events import Event
    from audits.provenance import Source
    from audits.result import Result
    from audits.target import Target


REFUND = "refund"
"""The desk that is audited unless another one is named."""


class Named(Protocol):
    """Whatever is under audit, as reports name and place it."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def source(self) -> Source:
        """Where its code stands."""
        ...


DeskName = Annotated[
    str,
    typer.Option(
        "--desk",
        help="Whose scorer is audited: refund or settlement.",
        metavar="DESK",
        autocompletion=offer(desks),
    ),
]
ScorerName = Annotated[
    str | None,
    typer.Option(
        "--scorer",
        help="hardened (the default) or published.",
        metavar="NAME",
        autocompletion=offer(scorers),
    ),
]
Reverts = Annotated[
    list[str] | None,
    typer.Option(
        "--revert",
        help="Turn back a fix of the published scorer, or a rule of the other desk's; repeatable.",
        metavar="NAME",
        autocompletion=offer(reverts),
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        "--without",
        help="Leave a term out, by name or code; repeatable.",
        metavar="TERM",
        autocompletion=offer(terms),
    ),
]
Cases = Annotated[
    str, typer.Option("--cases", help="eval, eval18, train, or a JSON lines file.", metavar="CASES")
]
DeskCases = Annotated[
    str,
    typer.Option(
        "--cases",
        help="eval, eval18, train, or a JSON lines file; on the settlement desk eval, public, "
        "train or quick-keys.",
        metavar="CASES",
    ),
]
Seed = Annotated[
    int,
    typer.Option("--seed", help="Seed of everything that is drawn.", min=0, envvar="CLAWBACK_SEED"),
]
FormatOption = Annotated[
    Format,
    typer.Option("--format", help="How to write the report.", envvar="CLAWBACK_FORMAT"),
]
PlainOption = Annotated[Plain, typer.Option("--format", help="How to write the report.")]
DrawnOption = Annotated[Drawn, typer.Option("--format", help="How to write the report.")]
Output = Annotated[
    Path | None, typer.Option("--output", help="Write the report there.", metavar="FILE")
]
Reports = Annotated[
    list[str] | None,
    typer.Option(
        "--report",
        help="Write one more report, e.g. sarif:FILE; repeatable.",
        metavar="FORMAT:FILE",
    ),
]
FailOn = Annotated[
    str,
    typer.Option(
        "--fail-on",
        help="error, warning or note: from which on findings count.",
        envvar="CLAWBACK_FAIL_ON",
        autocompletion=offer(severities),
    ),
]
EngineName = Annotated[
    Engine, typer.Option("--engine", help="This machine's processes, or a Ray cluster.")
]
ExitZero = Annotated[bool, typer.Option("--exit-zero", help="Exit 0 on findings.")]


def target_of(
    scorer: str | None,
    revert: list[str] | None,
    without: list[str] | None,
    cases: str,
    desk: str = REFUND,
) -> Target:
    """Build the target that the shared options name; `--revert` alone means the published one."""
    from audits.desks import desk_of

    return desk_of(desk).target(scorer, revert or (), without or (), cases)


def knows(desk: str, verb: str) -> None:
    """Raise `CannotAuditError` where a verb's audit does not know a desk."""
    from audits.desks import audit_of

    audit_of(desk, verb)


def target_words(
    scorer: str | None,
    revert: list[str] | None,
    without: list[str] | None,
    cases: str,
    desk: str = REFUND,
) -> str:
    """Write the shared options as a replay command has to repeat them, with a leading blank."""
    words: list[str] = ["--desk", desk] if desk != REFUND else []
    words += ["--scorer", scorer] if scorer else []
    for option, values in (("--revert", revert), ("--without", without)):
        words += [word for value in values or () for word in (option, value)]
    words += ["--cases", cases] if cases != "eval" else []
    return "".join(f" {shlex.quote(word)}" for word in words)


def run_audit(audit: str, target: Named, seed: int, events: Generator[Event, None, None]) -> Result:
    """Consume an audit's events with progress; on Ctrl-C keep what there is."""
    from audits.events import last_words
    from audits.references import beside
    from audits.result import Result
    from audits.stopping import check

    result = Result(audit=audit, target=target.name, seed=seed, source=target.source)
    try:
        with progress(audit) as bar:
            for event in events:
                result.take(event)
                bar.hear(event)
                check()
    except KeyboardInterrupt as stop:
        result.interrupted = True
        for event in last_words(events, stop):
            result.take(event)
    beside(target, result)
    return result


def consume(what: str, events: Generator[Event, None, None]) -> dict[str, Any]:
    """Consume events that judge nothing with progress, and return what they have to show.

    Raises `KeyboardInterrupt` where they were stopped and have nothing to show that says so.
    """
    from audits.events import Extra, last_words

    made: dict[str, Any] = {}

    def take(event: Event) -> None:
        if isinstance(event, Extra):
            made[event.key] = event.value

    try:
        with progress(what) as bar:
            for event in events:
                take(event)
                bar.hear(event)
    except KeyboardInterrupt as stop:
        for event in last_words(events, stop):
            take(event)
        if not any(_is_part(one) for one in made.values()):
            raise
    return made


def _is_part(document: object) -> bool:
    return getattr(document, "verdict", None) is Verdict.INTERRUPTED


@contextmanager
def or_say(kept: Callable[[], str]) -> Iterator[None]:
    """Raise `StoppedError` where a run is stopped and has nothing to show, with what is kept."""
    try:
        yield
    except KeyboardInterrupt:
        heard()
        raise StoppedError(kept()) from None


def finish(
    result: Result,
    reports: Outlet,
    exit_zero: bool,
    extra_text: Callable[[Result], str] | None = None,
) -> int:
    """Write an audit's reports and return the exit code.

    `extra_text` writes what only this audit shows (a matrix, say), as `Result.extra` holds it.
    """
    from audits.report.audit_text import audit_text
    from audits.report.report import report_of
    from audits.store import keep

    keep([result], sys.argv[1:])
    reports.put(report_of(result, lambda: audit_text(result, extra_text)))
    return code(result.verdict, exit_zero)
