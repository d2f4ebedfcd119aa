"""`clawback rescore ROLLOUTS`: saved rollouts under one scorer or several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import EngineName, Output, PlainOption, Seed, or_say
from audits.cli.complete import desks, offer
from audits.cli.output import Plain, progress, put, put_lines
from audits.engines import Engine
from audits.report.written import as_json

if TYPE_CHECKING:
    from audits.engines import Run
    from audits.rescore import Wanted
    from audits.store.cache import Cache


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
    run, store, done = _engine(engine, jobs), Cache(folder_of_store()), list[str]()
    with or_say(lambda: _last_words(done, store)), progress("rescore") as bar:

        def step(piece: str) -> None:
            done.append(piece)
            bar(piece)

        made = rescored(wanted, run, jobs, store, planned, step)
        if records:
            put_lines(_records(wanted, made.planned), records, "--records")
    report = report_of(files, made.sums, made.plan, seed, made)
    put(as_json(report) if format is Plain.JSON else rescore_text(report), output)
    return int(report.exit)


def _last_words(done: Sequence[str], store: Cache) -> str:
    """Say what is kept of a run that was stopped: every piece but the first, which is made anew."""
    from audits.sweep.verdict import GOES_ON, NOTHING_KEPT

    kept = len(done) > 1 and store.keeps
    last = f", the last from {done[-1]} on" if done else ""
    return f"{len(done)} pieces were scored{last}; {GOES_ON if kept else NOTHING_KEPT}"


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
