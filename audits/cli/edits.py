"""`clawback edits`: the reference's work with one change, and what the scorer makes of it."""

from __future__ import annotations

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
from audits.cli.output import outlet
from audits.report.formats import Format


def edits(
    desk: DeskName = REFUND,
    scorer: ScorerName = None,
    revert: Reverts = None,
    without: Without = None,
    cases: DeskCases = "eval",
    only: Annotated[
        str | None, typer.Option(help="Try these edits only.", metavar="NAME,...")
    ] = None,
    case: Annotated[
        list[str] | None, typer.Option(help="Edit this case only; repeatable.", metavar="ID")
    ] = None,
    seed: Seed = 0,
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Change one thing in the reference's work, really do it, and see whether the scorer notices.

    Exit code 1 when a wrong edit costs nothing or a harmless one costs reward, 2 when the reference
    is not at full marks, a control fails, or an edit could be tried on no case.
    """
    from audits.edits import EditsPlan
    from audits.edits import edits as edited
    from audits.report.edits_text import edits_text

    knows(desk, "edits")
    target = target_of(scorer, revert, without, cases, desk)
    plan = EditsPlan(
        seed=seed,
        arguments=target_words(scorer, revert, without, cases, desk),
        only=only,
        cases=tuple(case or ()),
    )
    result = run_audit("edits", target, seed, edited(target, plan))
    return finish(result, outlet(format, output, report), exit_zero, edits_text)
