"""`clawback laws`: what every scorer of this kind must keep, tried on generated cases and runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import (
    REFUND,
    DeskCases,
    DeskName,
    ExitZero,
    FormatOption,
    Output,
    Reports,
    Reverts,
    ScorerName,
    Seed,
    Without,
    finish,
    knows,
    run_audit,
    target_of,
    target_words,
)
from audits.cli.output import outlet, put
from audits.report.formats import Format
from audits.report.written import as_json

if TYPE_CHECKING:
    from audits.laws import Trial


def laws(
    desk: DeskName = REFUND,
    scorer: ScorerName = None,
    revert: Reverts = None,
    without: Without = None,
    cases: DeskCases = "eval",
    only: Annotated[
        str | None, typer.Option(help="Check these laws only.", metavar="LAW,...")
    ] = None,
    examples: Annotated[int, typer.Option(help="Trials drawn for each law.", min=1)] = 100,
    trial: Annotated[
        str | None,
        typer.Option(help="Check this one trial, as a finding wrote it.", metavar="JSON|FILE"),
    ] = None,
    list_laws: Annotated[
        bool, typer.Option("--list", help="Say what each law is, and check none.")
    ] = False,
    seed: Seed = 0,
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Check laws on generated cases and runs, and shrink what breaks one to the fewest calls.

    Exit code 1 when a law is broken, 2 when one could not be checked or a broken twin got by.
    """
    from audits.laws import LawsPlan
    from audits.laws import laws as checked
    from audits.report.laws_text import laws_text

    knows(desk, "laws")
    if list_laws:
        return _list(only, desk, format, output)
    target = target_of(scorer, revert, without, cases, desk)
    plan = LawsPlan(
        seed=seed,
        arguments=target_words(scorer, revert, without, cases, desk),
        only=only,
        examples=examples,
        trial=None if trial is None else _read(trial),
    )
    result = run_audit("laws", target, seed, checked(target, plan))
    return finish(result, outlet(format, output, report), exit_zero, laws_text)


def _list(only: str | None, desk: str, format: Format, output: Path | None) -> int:
    from audits.laws import describe, select
    from audits.report.laws_text import list_text

    told = [describe(law) for law in select(only, desk)]
    put(as_json(told) if format is Format.JSON else list_text(told), output)
    return 0


def _read(text: str) -> Trial:
    """Read a trial from JSON, or from a file of it."""
    import msgspec

    from audits.errors import CannotAuditError
    from audits.laws import Trial

    try:
        line = text.encode() if text.lstrip().startswith("{") else Path(text).read_bytes()
        return msgspec.json.decode(line, type=Trial)
    except OSError as error:
        why = error.strerror or str(error)
    except (msgspec.MsgspecError, ValueError) as error:
        why = str(error)
    raise CannotAuditError(
        f"--trial: expected a trial as the replay command of a finding has it, or a file of one; "
        f"got {text[:60]!r}: {why}"
    )
