"""`clawback leak [PROMPT]`: what a prompt gives away of what is measured."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from audits.cli.common import (
    REFUND,
    DeskCases,
    DeskName,
    ExitZero,
    FormatOption,
    Output,
    Reports,
    finish,
    run_audit,
)
from audits.cli.output import outlet
from audits.errors import CannotAuditError
from audits.report.formats import Format


def leak(
    prompt: Annotated[
        Path | None,
        typer.Argument(
            help="A text file, - for stdin; what `run` tells, if left out.", metavar="[PROMPT]"
        ),
    ] = None,
    hints: Annotated[
        bool, typer.Option("--hints", help="What `run --hints` tells, instead.")
    ] = False,
    cases: DeskCases = "eval",
    desk: DeskName = REFUND,
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Compare a prompt with the rules of the reference and with the cases under test.

    Exit code 1 when it tells what is measured. It reads words and understands none: the same in
    other words passes.
    """
    from audits.leak import built_in, read_prompt
    from audits.leak import leak as compared
    from audits.report.leak_text import leak_text
    from audits.worlds import world_of

    if prompt and hints:
        raise CannotAuditError(
            f"--hints: the hints are of the built-in prompt, not of {prompt}; leave one of them out"
        )
    world = world_of(desk)
    told = read_prompt(prompt) if prompt else built_in(hints, world)
    result = run_audit("leak", told, 0, compared(told, world.cases(cases), desk))
    return finish(result, outlet(format, output, report), exit_zero, leak_text)
