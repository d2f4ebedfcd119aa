"""`clawback settle VERB`: the settlement benchmark, from episodes to tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from audits.cli.common import Output, PlainOption
from audits.cli.output import Plain, progress, put
from audits.report.written import as_json
from audits.verdict import Exit

if TYPE_CHECKING:
    from collections.abc import Generator

    from audits.events import Event

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="The settlement benchmark: decisions under delayed and conflicting finality.",
)

FOLDER = Path("settlement-results")

R = TypeVar("R")

Seeds = Annotated[int, typer.Option("--seeds", help="Evaluation seeds, from 0.", metavar="N")]
Policies = Annotated[
    str | None,
    typer.Option("--policies", help="These policies only; all if left out.", metavar="NAME,..."),
]
Dir = Annotated[
    Path, typer.Argument(help="A folder that `settle run` has written.", metavar="[DIR]")
]


@app.command("run")
def run(
    seeds: Seeds = 5,
    policies: Policies = None,
    arm: Annotated[
        str,
        typer.Option(
            help="Fault families: full, none, only:loss, without:delay; join several with +.",
            metavar="ARM",
        ),
    ] = "full",
    out: Annotated[
        Path, typer.Option(help="The results folder; an unfinished one is finished.", metavar="DIR")
    ] = FOLDER,
    format: PlainOption = Plain.TEXT,
    output: Output = None,
) -> int:
    """Play and grade every task with every policy under every seed, and record all of it."""
    from audits.report.settlement_text import ran_text
    from audits.settlement.folder import create
    from audits.settlement.plan import plan
    from audits.settlement.run import run as played

    made = plan(seeds, policies, arm)
    ran = _consume("settle run", played(made, create(out, made)))["ran"]
    return _show(ran, format, output, lambda one: ran_text(one, made.manifest))


@app.command("table")
def table(folder: Dir = FOLDER, format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """Make every table of a finished run: rates, losses, intervals, ranks, archetypes."""
    from audits.report.settlement_text import tables_text
    from audits.settlement.folder import read
    from audits.settlement.tables import tables

    return _show(tables(read(folder)), format, output, tables_text)


def _consume(what: str, events: Generator[Event, None, None]) -> dict[str, Any]:
    """Consume a run's events with progress and return what it has to show."""
    from audits.events import Extra, Started, Step

    made: dict[str, Any] = {}
    with progress(what) as bar:
        for event in events:
            if isinstance(event, Started):
                bar.total(event.total)
            elif isinstance(event, Step):
                bar(event.label)
            elif isinstance(event, Extra):
                made[event.key] = event.value
    return made


def _show(made: R, format: Plain, output: Path | None, text: Callable[[R], str]) -> int:
    put(as_json(made) if format is Plain.JSON else text(made), output)
    return Exit.CLEAN
