"""`clawback rescore ROLLOUTS`: saved rollouts under one scorer or several."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import EngineName, Output, PlainOption, Seed
from audits.cli.complete import desks, offer
from audits.cli.output import Plain, progress, put, put_lines
from audits.engines import Engine
from audits.report.written import as_json

if TYPE_CHECKING:
    from audits.engines import Run
    from audits.rescore import Wanted


def rescore(
    rollouts: Annotated[
        list[Path],
        typer.Argument(help="Files, or the folder of a run; docs/rescore.md.", metavar="ROLLOUTS"),
    ],
    scorer: Annotated[
        list[str] | None,
        typer.Option(
            "--scorer",
            help="The desk's own (the default), published, or pkg.mod:fn; repeatable.",
            metavar="NAME",
        ),
    ] = None,
    plan: Annotated[
        Path | None,
        typer.Option(
            "--plan", help="What was planned; told by the rollouts if left out.", metavar="PLAN"
        ),
    ] = None,
    cases: Annotated[
        str | None,
        typer.Option(
            "--cases",
            help="Which cases they are of, by name or as a JSON lines file; told by the rollouts, "
            "else eval.",
            metavar="CASES",
        ),
    ] = None,
    desk: Annotated[
        str | None,
        typer.Option(
            "--desk",
            help="Whose they are: refund or settlement; told by the folder of a run, else refund.",
            metavar="DESK",
            autocompletion=offer(desks),
        ),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(
            "--records", help="Write records for `clawback qualify` there.", metavar="FILE"
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(help="How many pieces to score at a time.", min=1)] = 1,
    engine: EngineName = Engine.LOCAL,
    seed: Seed = 0,
    format: PlainOption = Plain.TEXT,
    output: Output = None,
) -> int:
    """Score saved rollouts again: a table for each scorer, by family, with harm beside the mean.

    Exit code 0 when all that was planned is scored, 2 when it is not.
    """
    from audits.report.rescore_text import rescore_text
    from audits.rescore import Wanted, report_of, rescored
    from audits.rescore.given import given
    from audits.store import folder_of_store
    from audits.store.cache import Cache

    files, planned, world = given(rollouts, plan, desk)
    names = tuple(dict.fromkeys(scorer or [world.name]))
    wanted = Wanted(files, names, cases, world)
    run, store = _engine(engine, jobs), Cache(folder_of_store())
    with progress("rescore") as bar:
        made = rescored(wanted, run, jobs, store, planned, bar)
    if records:
        put_lines(_records(wanted, made.planned), records, "--records")
    report = report_of(files, made.sums, made.plan, seed, made)
    put(as_json(report) if format is Plain.JSON else rescore_text(report), output)
    return int(report.exit)


def _engine(name: Engine, jobs: int) -> Run:
    from audits.engines import engine, here

    return here if name is Engine.LOCAL and jobs == 1 else engine(name)


def _records(wanted: Wanted, repeats: int) -> Iterator[str]:
    """Read the rollouts once more, and write a record of each, a line at a time."""
    import msgspec

    from audits.qualify.rollouts import records_of
    from audits.rescore.run import rollouts_of

    for rollout in rollouts_of(wanted):
        for record in records_of(wanted.world, [rollout], repeats):
            yield msgspec.json.encode(record).decode()
