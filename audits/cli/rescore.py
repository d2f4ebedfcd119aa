"""`clawback rescore ROLLOUTS`: saved rollouts under one scorer or several."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import Cases, EngineName, Output, PlainOption, Seed
from audits.cli.output import Plain, progress, put, put_lines
from audits.engines import Engine
from audits.report.written import as_json

if TYPE_CHECKING:
    from audits.engines import Run


def rescore(
    rollouts: Annotated[
        list[Path], typer.Argument(help="Saved rollouts; docs/rescore.md.", metavar="ROLLOUTS")
    ],
    scorer: Annotated[
        list[str] | None,
        typer.Option(
            "--scorer",
            help="refund (the default), published, or pkg.mod:fn; repeatable.",
            metavar="NAME",
        ),
    ] = None,
    plan: Annotated[
        Path | None,
        typer.Option(
            "--plan", help="What was planned; told by the rollouts if left out.", metavar="PLAN"
        ),
    ] = None,
    cases: Cases = "eval",
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
    from audits.qualify import read_plan
    from audits.report.rescore_text import rescore_text
    from audits.rescore import report_of, rescored
    from audits.store import folder_of_store
    from audits.store.cache import Cache

    planned = read_plan(plan) if plan else None
    names = tuple(dict.fromkeys(scorer or ["refund"]))
    run, store = _engine(engine, jobs), Cache(folder_of_store())
    with progress("rescore") as bar:
        made = rescored(rollouts, names, cases, run, jobs, store, planned, bar)
    if records:
        put_lines(_records(rollouts, cases, made.planned), records, "--records")
    report = report_of(rollouts, made.sums, made.plan, seed, made.format, made.differ)
    put(as_json(report) if format is Plain.JSON else rescore_text(report), output)
    return int(report.exit)


def _engine(name: Engine, jobs: int) -> Run:
    from audits.engines import engine, here

    return here if name is Engine.LOCAL and jobs == 1 else engine(name)


def _records(paths: list[Path], cases: str, repeats: int) -> Iterator[str]:
    """Read the rollouts once more, and write a record of each, a line at a time."""
    import msgspec

    from audits.qualify.refund import records_of
    from audits.rescore.run import rollouts_of

    for rollout in rollouts_of(paths, cases):
        for record in records_of([rollout], repeats):
            yield msgspec.json.encode(record).decode()
