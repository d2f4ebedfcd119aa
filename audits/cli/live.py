"""`clawback run`: a live model works a desk of ours, and its rollouts are kept."""

from __future__ import annotations

import re
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.clash import check, of_run
from audits.cli.common import REFUND, DeskCases, Output, PlainOption, or_say
from audits.cli.complete import desks, offer
from audits.cli.output import Plain, progress, put
from audits.errors import CannotAuditError
from audits.report.written import as_json

if TYPE_CHECKING:
    from attackers.loop import OpenAIModel
    from audits.live import Crew, Job, Store
    from audits.worlds import Made, World


def run(
    model: Annotated[str, typer.Option("--model", help="The model's name.", metavar="NAME")],
    base_url: Annotated[
        str, typer.Option("--base-url", help="Its endpoint, e.g. http://HOST/v1.", metavar="URL")
    ],
    desk: Annotated[
        str,
        typer.Option(
            "--desk",
            help="Where it works: refund or settlement.",
            metavar="DESK",
            autocompletion=offer(desks),
        ),
    ] = REFUND,
    api_key_env: Annotated[
        str | None,
        typer.Option(
            "--api-key-env", help="Send the key in this variable; else none.", metavar="VAR"
        ),
    ] = None,
    hints: Annotated[
        bool, typer.Option("--hints", help="Tell the model two things that are measured.")
    ] = False,
    repeats: Annotated[
        int, typer.Option("--repeats", help="Rollouts of each case.", min=1, max=1000)
    ] = 3,
    concurrency: Annotated[
        int, typer.Option("--concurrency", help="Rollouts at once.", min=1, max=256)
    ] = 4,
    max_turns: Annotated[
        int | None,
        typer.Option(
            "--max-turns",
            help="Messages of the model in one rollout; the desk's own if left out.",
            min=1,
        ),
    ] = None,
    cases: DeskCases = "eval",
    temperature: Annotated[
        float | None,
        typer.Option("--temperature", help="Left to the endpoint if left out.", min=0.0, max=2.0),
    ] = None,
    stream: Annotated[bool, typer.Option("--stream", help="Have answers streamed.")] = False,
    timeout: Annotated[
        float, typer.Option("--timeout", help="Seconds for one answer.", min=0.01, max=86_400.0)
    ] = 120.0,
    retries: Annotated[
        int, typer.Option("--retries", help="Tries again where that is safe.", min=0, max=20)
    ] = 4,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Folder of the run; clawback-runs/...", metavar="DIR"),
    ] = None,
    format: PlainOption = Plain.TEXT,
    output: Output = None,
) -> int:
    """Let a live model work a desk, and keep every rollout as it ends.

    The same command goes on where an earlier one was stopped. Exit code 0 when all planned
    rollouts are finished, 2 when the infrastructure spoilt some.
    """
    from audits.live import Crew, Store, jobs
    from audits.live.model import model_of
    from audits.live.outcome import outcome
    from audits.live.records import write_records
    from audits.live.settings import settings
    from audits.report.run_text import run_text
    from audits.worlds import world_of

    world = world_of(desk)
    chosen = world.cases(cases)
    asked = model_of(
        *(base_url, model, api_key_env),
        timeout=timeout,
        stream=stream,
        temperature=temperature,
        retries=retries,
    )
    this = settings(world, chosen, model, base_url, hints, max_turns, temperature)
    folder = out or _folder(desk, model)
    if output:
        check([(output, "--output")], ((file, "a file of this run") for file in of_run(folder)))
    with or_say(lambda: _what_is_kept(folder)), Store(folder, this, chosen) as store:
        _no_fewer(repeats, store)
        before = store.within(repeats)
        write_records(folder, world, chosen, before, repeats)
        todo = jobs(chosen, repeats, store.done)
        make = partial(_make, world, store, asked, repeats)
        interrupted = _play(Crew(todo, make, min(concurrency, len(todo))), len(todo))
        planned, made = repeats * len(chosen.cases), store.within(repeats)
        write_records(folder, world, chosen, made, repeats)
        theirs = "" if cases in world.sets else cases
        found = outcome(
            *(made, planned, len(before), interrupted, store.settings, str(store.folder), theirs)
        )
    put(as_json(found) if format is Plain.JSON else run_text(found), output)
    return found.exit


def _what_is_kept(folder: Path) -> str:
    """Say it to who stops a run that has nothing to show yet."""
    from audits.live.store import ROLLOUTS

    if not (folder / ROLLOUTS).exists():
        return "nothing was begun"
    return f"what was finished is kept in {folder}; the same command goes on"


def _folder(desk: str, model: str) -> Path:
    slug = re.sub(r"[^A-Za-z0-9._-]+", "-", model).strip("-.") or "model"
    return Path("clawback-runs") / f"{desk}-{slug}"


def _make(world: World, store: Store, model: OpenAIModel, repeats: int, job: Job) -> Made:
    """Play one rollout, note by whom, and keep it."""
    from msgspec.structs import replace

    from attackers.loop import worked

    session, this = model.session(), store.settings
    source = this.source(job.repeat, repeats)
    made = worked(world.interface, session, job.case, this.hints, this.max_turns)
    told: Made = replace(made, source=replace(source, generated_tokens=session.generated_tokens))
    store.add(told)
    return told


def _no_fewer(repeats: int, store: Store) -> None:
    """Refuse a plan that leaves out what is on disk: who has seen results may not choose by them.

    Whoever reads the rollouts afterwards would find some that nobody planned, too.
    """
    if repeats < store.repeats:
        raise CannotAuditError(
            f"--repeats {repeats}: {store.folder} holds rollouts of {store.repeats} repeats of a "
            f"case; say --repeats {store.repeats} or more, or give another --out"
        )


def _play(crew: Crew, total: int) -> bool:
    """Show each rollout as it ends; True if that was interrupted."""
    from audits.stopping import until_stopped

    with until_stopped() as kept, progress("run", total) as bar, closing(iter(crew)) as rollouts:
        for rollout in rollouts:
            bar(rollout.failure.kind if rollout.failure else rollout.case.id)
    return kept.stopped is not None
