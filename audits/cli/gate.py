"""`clawback gate`: what a project's settings declare, under one verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from audits.cli.common import ExitZero, FormatOption, Output, Reports
from audits.cli.output import code, outlet
from audits.cli.project import Base, Config, Only, SeedOption, read, run
from audits.cli.reward_options import Quick, Thorough
from audits.report.formats import Format


def gate(
    config: Config = None,
    target: Only = "",
    fail_on: Annotated[
        str | None,
        typer.Option(
            "--fail-on",
            help="error, warning or note: from which on findings count.",
            envvar="CLAWBACK_FAIL_ON",
        ),
    ] = None,
    base: Base = None,
    effort: Annotated[
        str | None, typer.Option(help="quick, normal or thorough.", envvar="CLAWBACK_EFFORT")
    ] = None,
    quick: Quick = False,
    thorough: Thorough = False,
    seed: SeedOption = None,
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Make the audits that the project's settings declare; only new findings count.

    Exit code 1 on a finding that nobody accepted, 2 when something could not be audited or nothing
    is declared.
    """
    from audits.cli.reward_options import effort_of
    from audits.report.gate_text import gate_text
    from audits.report.report import Report, header

    to = outlet(format, _absolute(output), [_placed(one) for one in report or ()])
    if quick or thorough:
        effort = effort_of(quick, thorough)
    path, settings = read(config, fail_on, effort, seed)
    made = run(path, settings, target, base)
    document = header() | {"settings": path.name, "seed": settings.seed} | made.document()
    text = lambda: gate_text(made)  # noqa: E731
    to.put(Report(made.verdict, made.why, document, text, made.results, made.told))
    return code(made.verdict, exit_zero)


def _absolute(path: Path | None) -> Path | None:
    return None if path is None else path.absolute()


def _placed(words: str) -> str:
    name, colon, path = words.partition(":")
    return f"{name}:{Path(path).absolute()}" if colon and path else words
