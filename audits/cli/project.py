"""A project's settings as the command line has them, and a run of what they declare."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.complete import declared, offer
from audits.cli.output import progress
from audits.errors import CannotAuditError

if TYPE_CHECKING:
    from audits.gate import Gate, Settings
    from audits.gate.baseline import Entry

Config = Annotated[
    Path | None,
    typer.Option(help="The settings' file; found upward if left out.", metavar="FILE"),
]
Only = Annotated[
    str,
    typer.Option(
        "--target", help="This target only.", metavar="NAME", autocompletion=offer(declared)
    ),
]
Base = Annotated[
    str | None,
    typer.Option("--base", help="Hold each target against itself in this git revision.",
                 metavar="REV"),
]  # fmt: skip
SeedOption = Annotated[
    int | None, typer.Option("--seed", help="Seed of everything that is drawn.", min=0,
                             envvar="CLAWBACK_SEED")
]  # fmt: skip


def run(path: Path, settings: Settings, only: str, base: str | None = None) -> Gate:
    """Run from the settings' folder, where its paths are told from."""
    from audits.compare import revision
    from audits.gate import count_of, gate_of, read_baseline, run_gate, sort_out
    from audits.store import keep

    made, stopped = [], False
    entries: list[Entry] = []
    try:
        with _moved_to(path.parent), ExitStack() as stack:
            entries = read_baseline(Path(settings.baseline))
            bar = stack.enter_context(progress("gate", count_of(settings, only, base is not None)))
            there = stack.enter_context(revision(base)) if base is not None else None
            for one in run_gate(settings, only, there, path.name):
                made.append(one)
                if one.result:
                    keep([one.result], one.words)
                bar(one.target)
    except KeyboardInterrupt:
        stopped = True
    results = [one.result for one in made if one.result]
    notes = [one.note for one in made if one.note]
    whole = not only and not stopped
    sums = sort_out(results, entries, settings, today(), whole)
    return gate_of(results, sums, stopped, notes)


@contextmanager
def _moved_to(folder: Path) -> Iterator[None]:
    """Work in a folder from here on; what ends the run finds itself where it was started."""
    from audits.store.place import stay

    before = Path.cwd()
    stay()
    os.chdir(folder)
    try:
        yield
    except CannotAuditError:  # what was asked for is written there
        os.chdir(before)
        raise


def read(
    config: Path | None, fail_on: str | None, effort: str | None, seed: int | None
) -> tuple[Path, Settings]:
    """Read the settings; what the command line or the environment says goes before them."""
    import msgspec

    from audits.gate import found, read_settings
    from audits.rules import severity

    path = config or found(Path.cwd())
    if path is None:
        raise CannotAuditError(
            "no settings: expected clawback.toml, or [tool.clawback] in pyproject.toml, here or "
            "above; `clawback init` writes them"
        )
    settings = read_settings(path)
    said = {
        "fail_on": severity(fail_on) if fail_on else None,
        "effort": effort,
        "seed": seed,
    }
    given = {name: value for name, value in said.items() if value is not None}
    own = {name: None for name in ("fail_on", "effort") if name in given}
    targets = [msgspec.structs.replace(one, **own) for one in settings.targets]
    scorers = [
        msgspec.structs.replace(one, fail_on=given.get("fail_on", one.fail_on))
        for one in settings.scorers
    ]
    return path.resolve(), msgspec.structs.replace(
        settings, targets=targets, scorers=scorers, **given
    )


def today() -> datetime.date:
    """Return the day by which acceptances hold, the same wherever a CI stands."""
    return datetime.datetime.now(tz=datetime.UTC).date()
