"""`clawback search`: look for rollouts that are wrong and paid, without a list of cheats."""

from __future__ import annotations

from typing import Annotated

import typer

from attackers.search import MoveSet
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


def search(
    desk: DeskName = REFUND,
    scorer: ScorerName = None,
    revert: Reverts = None,
    without: Without = None,
    cases: DeskCases = "eval",
    steps: Annotated[
        int | None,
        typer.Option(
            help="Proposals for each case (3000 unless there is a --budget); up to four times as "
            "many where nothing is paid like the reference.",
            min=1,
        ),
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(
            help="Seconds for all cases; what is found then depends on speed.",
            min=0.01,
            max=604_800.0,
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option(help="Processes that search side by side.", min=1, max=1024)
    ] = 1,
    moves: Annotated[
        MoveSet,
        typer.Option(help="tools: what a policy can do. all: hands in the log as well."),
    ] = MoveSet.TOOLS,
    margin: Annotated[
        float, typer.Option(help="How near to the reference counts as paid.", min=0.0, max=1.0)
    ] = 0.05,
    case: Annotated[str | None, typer.Option(help="Search this case only.", metavar="ID")] = None,
    only: Annotated[
        str | None,
        typer.Option(help="Report this mechanism only, e.g. pay:too-much.", metavar="NAME"),
    ] = None,
    seed: Seed = 0,
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Search for rollouts that are paid like the reference although they are wrong.

    Exit code 1 when there is one, 2 when the search was too short to find even right work.
    """
    from audits.report.search_text import search_text
    from audits.search import DEFAULT_STEPS, SearchPlan
    from audits.search import search as searched

    knows(desk, "search")
    target = target_of(scorer, revert, without, cases, desk)
    plan = SearchPlan(
        seed=seed,
        arguments=target_words(scorer, revert, without, cases, desk),
        steps=steps if steps or budget else DEFAULT_STEPS,
        budget=budget,
        jobs=jobs,
        moves=moves,
        margin=margin,
        case=case,
        only=only,
    )
    result = run_audit("search", target, seed, searched(target, plan))
    return finish(result, outlet(format, output, report), exit_zero, search_text)
