"""`clawback settle VERB`: the settlement benchmark, from episodes to tables."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

import typer

from audits.cli.common import DrawnOption, Output, PlainOption, consume, or_say
from audits.cli.complete import of_settlement, offer_some
from audits.cli.output import Drawn, Plain, code, put, ready, written
from audits.errors import CannotAuditError
from audits.verdict import Exit, Verdict

if TYPE_CHECKING:
    from audits.settlement.plan import RunPlan
    from audits.settlement.reading import Results

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="The settlement benchmark: decisions under delayed and conflicting finality.",
)

FOLDER = Path("settlement-results")

R = TypeVar("R")


class _Judged(Protocol):
    @property
    def verdict(self) -> Verdict: ...


J = TypeVar("J", bound=_Judged)


def _seeds(word: str | int) -> int:
    from audits.settlement.plan import seeds_of

    return seeds_of(word)


Seeds = Annotated[
    int,
    typer.Option("--seeds", help="How many seeds, from 0.", metavar="N", parser=_seeds),
]
Policies = Annotated[
    str | None,
    typer.Option(
        "--policies",
        help="These policies only; all if left out.",
        metavar="NAME,...",
        autocompletion=offer_some(of_settlement),
    ),
]
ArmOption = Annotated[
    str,
    typer.Option(
        "--arm",
        help="Fault families: full, none, only:loss, only:loss+delay, without:delay.",
        metavar="ARM",
    ),
]
Dir = Annotated[
    Path, typer.Argument(help="A folder that `settle run` has written.", metavar="[DIR]")
]


@app.command("run")
def run(
    seeds: Seeds = 5,
    policies: Policies = None,
    arm: ArmOption = "full",
    out: Annotated[
        Path, typer.Option(help="The results folder; an unfinished one is finished.", metavar="DIR")
    ] = FOLDER,
    format: PlainOption = Plain.TEXT,
    output: Output = None,
) -> int:
    """Play and grade every task with every policy under every seed, and record all of it."""
    from msgspec import to_builtins

    from audits.report.report import header
    from audits.report.settlement_text import kept_text, ran_text
    from audits.settlement.folder import create
    from audits.settlement.plan import plan
    from audits.settlement.run import run as played

    made = plan(seeds, policies, arm)
    folder = create(out, made)
    with or_say(lambda: kept_text(folder)):
        ran = consume("settle run", played(made, folder))["ran"]
    document = header() | to_builtins(ran)
    return _show(document, format, output, lambda _: ran_text(ran, made.manifest))


@app.command("table")
def table(folder: Dir = FOLDER, format: DrawnOption = Drawn.TEXT, output: Output = None) -> int:
    """Make every table of a finished run: rates, losses, intervals, ranks, archetypes."""
    from audits.report.settlement_text import tables_text
    from audits.settlement.reading import read
    from audits.settlement.tables import tables

    ready(format)
    return _show(tables(read(folder)), format, output, tables_text)


@app.command("ablate")
def ablate(
    seeds: Seeds = 5,
    policies: Policies = None,
    format: DrawnOption = Drawn.TEXT,
    output: Output = None,
) -> int:
    """Play every fault family alone, every one removed, all, none, and loss with delay."""
    from audits.report.settlement_audits_text import ablation_text
    from audits.settlement.ablate import ablate as ablated
    from audits.settlement.plan import plan

    ready(format)
    made = plan(seeds, policies)
    events = ablated(made.corpus, made.policies, made.seeds)
    with or_say(lambda: "nothing is kept: the first seed was not finished"):
        ablation = consume("settle ablate", events)["ablation"]
    return _show(ablation, format, output, ablation_text)


@app.command("economics")
def economics(folder: Dir = FOLDER, format: PlainOption = Plain.TEXT, output: Output = None) -> int:
    """Price a finished run's episodes anew under 45 cost configurations; nothing is played."""
    from audits.report.settlement_audits_text import economics_text
    from audits.settlement.economics import economics as priced
    from audits.settlement.reading import read

    return _show(priced(read(folder)), format, output, economics_text)


@app.command("twins")
def twins(
    seeds: Seeds = 5,
    arm: ArmOption = "full",
    format: PlainOption = Plain.TEXT,
    output: Output = None,
) -> int:
    """Check that twins cannot be told apart when the agent is asked; exit code 1 if some can."""
    from audits.report.settlement_audits_text import twins_text
    from audits.settlement.plan import plan
    from audits.settlement.twins import twins as compared

    made = plan(seeds, None, arm)
    return _judge(compared(made.corpus, made.seeds, made.arm), format, output, twins_text)


@app.command("reference")
def reference(
    tasks: Annotated[int, typer.Option(help="How many tasks to search.", min=1)] = 40,
    seed: Annotated[int, typer.Option(help="Seed of the sample of tasks.", min=0)] = 0,
    format: PlainOption = Plain.TEXT,
    output: Output = None,
) -> int:
    """Try 1,215 plans a task against the reference; exit code 1 if one is beaten unexplained."""
    from audits.report.settlement_audits_text import reference_text
    from audits.settlement.reference import searching
    from desk.settlement import corpus

    made = corpus()
    if tasks > len(made.tasks):
        raise CannotAuditError(f"--tasks {tasks}: expected 1 to {len(made.tasks)}, the corpus")
    events = searching(made, tasks, seed)
    with or_say(lambda: "nothing is kept: the first task was not finished"):
        report = consume("settle reference", events)["reference"]
    return _judge(report, format, output, reference_text)


@app.command("split")
def split(
    seeds: Seeds = 5,
    seed: Annotated[int, typer.Option(help="Master seed of the regenerated split.", min=0)] = 1,
    format: PlainOption = Plain.TEXT,
    output: Output = None,
) -> int:
    """Tune a policy on the public split and measure it, and a control, on a regenerated one."""
    from audits.report.settlement_audits_text import split_text
    from audits.settlement.plan import checked_seeds
    from audits.settlement.split import split as regenerated

    events = regenerated(checked_seeds(seeds), seed)
    with or_say(lambda: "nothing is kept: tuned and control are told beside one another"):
        report = consume("settle split", events)["split"]
    return _show(report, format, output, split_text)


class Ours(StrEnum):
    """A world of ours."""

    EVIDENCE = "evidence"
    PARTS = "parts"
    QUEUE = "queue"


@app.command("ours")
def ours(
    world: Annotated[Ours, typer.Argument(help="Which world.", metavar="WORLD")],
    seeds: Seeds = 5,
    arm: ArmOption = "full",
    out: Annotated[
        Path | None,
        typer.Option(help="Record it there; what stands there is not played again.", metavar="DIR"),
    ] = None,
    format: PlainOption = Plain.TEXT,
    output: Output = None,
) -> int:
    """Play a world of ours beside the paper's and make its tables."""
    from importlib import import_module

    import audits.report.settlement_ours_text as texts
    from audits.settlement.plan import checked_arm, checked_seeds

    one = import_module(f"audits.settlement.ours.{world}")
    made = one.plan(checked_seeds(seeds), checked_arm(arm))
    with or_say(lambda: f"the tables are not made; {_where(out)}"):
        report = one.report(made, _results(made, out))
    return _show(report, format, output, texts.TEXTS[world])


def _where(out: Path | None) -> str:
    if out is None:
        return "nothing is kept without --out DIR"
    return f"what was played is kept in {out}, and the same words go on from there"


def _results(made: RunPlan, out: Path | None) -> Results:
    from audits.report.settlement_text import kept_text
    from audits.settlement.folder import create
    from audits.settlement.reading import read
    from audits.settlement.run import results, run

    if out is None:
        return results(made)
    folder = create(out, made)
    with or_say(lambda: kept_text(folder)):
        consume("settle ours", run(made, folder))
    return read(out, "--out", made)


def _show(made: R, format: Plain | Drawn, output: Path | None, text: Callable[[R], str]) -> int:
    put(written("The settlement benchmark", made, format, lambda: text(made)), output)
    stopped = getattr(made, "verdict", None) is Verdict.INTERRUPTED
    return Exit.INTERRUPTED if stopped else Exit.CLEAN


def _judge(made: J, format: Plain, output: Path | None, text: Callable[[J], str]) -> int:
    _show(made, format, output, text)
    return code(made.verdict, exit_zero=False)
