"""`clawback faults`: every way to die, at every step, and what the scorer pays for it."""

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


def faults(
    desk: DeskName = REFUND,
    scorer: ScorerName = None,
    revert: Reverts = None,
    without: Without = None,
    cases: DeskCases = "eval",
    only: Annotated[
        str | None, typer.Option(help="Let these faults strike only.", metavar="NAME,...")
    ] = None,
    case: Annotated[str | None, typer.Option(help="Strike this case only.", metavar="ID")] = None,
    all_cases: Annotated[
        bool, typer.Option("--all-cases", help="Strike every case, not one of each kind.")
    ] = False,
    seed: Seed = 0,
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Kill rollouts in every way and at every step, and hold what they are paid against D201-D207.

    Exit code 1 when a dead rollout is paid, unlabelled or laid at the wrong door, 2 when a fault
    could not strike.
    """
    from audits.dead import FaultsPlan
    from audits.dead import faults as struck
    from audits.report.faults_text import faults_text

    knows(desk, "faults")
    target = target_of(scorer, revert, without, cases, desk)
    plan = FaultsPlan(
        seed=seed,
        arguments=target_words(scorer, revert, without, cases, desk),
        only=only,
        case=case,
        all_cases=all_cases,
    )
    result = run_audit("faults", target, seed, struck(target, plan))
    return finish(result, outlet(format, output, report), exit_zero, faults_text)
