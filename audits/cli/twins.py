"""`clawback twins`: who is right only because the twin of a case is never asked about."""

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
    Reverts,
    ScorerName,
    Seed,
    Without,
    finish,
    run_audit,
    target_of,
    target_words,
)
from audits.cli.output import outlet
from audits.report.formats import Format


def twins(
    desk: DeskName = REFUND,
    scorer: ScorerName = None,
    revert: Reverts = None,
    without: Without = None,
    cases: DeskCases = "eval",
    only: Annotated[
        str | None,
        typer.Option(help="Play these agents only (and the reference).", metavar="NAME,..."),
    ] = None,
    pair: Annotated[
        list[str] | None,
        typer.Option(help="Play this pair only, e.g. clean-01/order; repeatable.", metavar="PAIR"),
    ] = None,
    attackers: Annotated[
        Path | None,
        typer.Option(help='Add ATTACKERS = {"name": fn(tools, ticket)}.', metavar="FILE.py"),
    ] = None,
    margin: Annotated[
        float, typer.Option(help="How near to the reference counts as paid.", min=0.0, max=1.0)
    ] = 0.05,
    timeout: Annotated[
        float, typer.Option(help="Seconds for one rollout of --attackers.", min=0.01, max=86_400.0)
    ] = 10.0,
    seed: Seed = 0,
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Pair cases that look alike and want different ends; a pair earns what its worse member does.

    Exit code 1 when an agent does the same on both members of a pair and is paid in full for both,
    2 when the reference is not at full marks or nothing could be paired.
    """
    from audits.report.twins_text import twins_text
    from audits.twins import TwinsPlan
    from audits.twins import twins as paired

    target = target_of(scorer, revert, without, cases, desk)
    plan = TwinsPlan(
        seed=seed,
        arguments=target_words(scorer, revert, without, cases, desk),
        margin=margin,
        only=only,
        pairs=tuple(pair or ()),
        attackers=attackers,
        timeout=timeout,
    )
    result = run_audit("twins", target, seed, paired(target, plan))
    return finish(result, outlet(format, output, report), exit_zero, twins_text)
