"""`clawback gate`: what a project's settings declare, under one verdict; `clawback baseline`."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import ExitZero, FormatOption, Output, Reports
from audits.cli.output import code, outlet, progress, put
from audits.report.formats import Format

if TYPE_CHECKING:
    from audits.gate import Gate, Settings
    from audits.gate.accepted import Entry

Config = Annotated[
    Path | None,
    typer.Option(help="The settings' file; found upward if left out.", metavar="FILE"),
]
Only = Annotated[str, typer.Option("--target", help="This target only.", metavar="NAME")]
SeedOption = Annotated[
    int | None, typer.Option("--seed", help="Seed of everything that is drawn.", min=0,
                             envvar="CLAWBACK_SEED")
]  # fmt: skip

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Findings that the gate accepts."
)


def gate(
    config: Config = None,
    target: Only = "",
    fail_on: Annotated[
        str | None,
        typer.Option(
            "--fail-on",
            help="error, warning or note: from which on findings count.",
            envvar="CLAWBACK_FAIL_ON",
        ),
    ] = None,
    base: Annotated[
        str,
        typer.Option(help="Hold each target against itself in this git revision.", metavar="REV"),
    ] = "",
    effort: Annotated[
        str | None, typer.Option(help="quick, normal or thorough.", envvar="CLAWBACK_EFFORT")
    ] = None,
    seed: SeedOption = None,
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Make the audits that the project's settings declare; only new findings count.

    Exit code 1 on a finding that nobody accepted, 2 when something could not be audited or nothing
    is declared.
    """
    from audits.report.gate_text import gate_text
    from audits.report.report import Report, header

    to = outlet(format, _absolute(output), [_placed(one) for one in report or ()])
    path, settings = _settings(config, fail_on, effort, seed)
    made = _run(path, settings, target, base)
    document = header() | {"settings": path.name, "seed": settings.seed} | made.document()
    to.put(Report(made.verdict, made.why, document, lambda: gate_text(made), made.results))
    return code(made.verdict, exit_zero)


def _run(path: Path, settings: Settings, only: str, base: str = "") -> Gate:
    """Run from the settings' folder, where its paths are told from."""
    from audits.compare import revision
    from audits.gate import gate_of, read_baseline, run_gate, sort_out
    from audits.store import keep

    os.chdir(path.parent)
    entries = read_baseline(Path(settings.baseline))
    results, stopped = [], False
    try:
        with ExitStack() as stack:
            bar = stack.enter_context(progress("gate", len(settings.targets) or None))
            there = stack.enter_context(revision(base)) if base else None
            for result, words in run_gate(settings, only, there):
                results.append(result)
                keep([result], words)
                bar(result.target)
    except KeyboardInterrupt:
        stopped = True
    whole = not only and not stopped
    sums = sort_out(results, entries, settings, _today(), whole)
    return gate_of(results, sums, stopped)


def _settings(
    config: Path | None, fail_on: str | None, effort: str | None, seed: int | None
) -> tuple[Path, Settings]:
    """Read the settings; what the command line or the environment says goes before them."""
    import msgspec

    from audits.errors import CannotAuditError
    from audits.gate import found, read_settings
    from audits.rules import severity

    path = config or found(Path.cwd())
    if path is None:
        raise CannotAuditError(
            "no settings: expected clawback.toml, or [tool.clawback] in pyproject.toml, here or "
            "above"
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


def _absolute(path: Path | None) -> Path | None:
    return None if path is None else path.absolute()


def _placed(words: str) -> str:
    name, colon, path = words.partition(":")
    return f"{name}:{Path(path).absolute()}" if colon and path else words


@app.command("write")
def write(
    reason: Annotated[str, typer.Option(help="Why they are accepted.", metavar="TEXT")] = "",
    expires: Annotated[
        str, typer.Option(help="The last day on which they are.", metavar="YYYY-MM-DD")
    ] = "",
    config: Config = None,
    target: Only = "",
    seed: SeedOption = None,
) -> int:
    """Accept what the gate finds now, with a reason; what is accepted already stays as it is."""
    from audits.gate.accepted import entry_of
    from audits.settings import check_reason

    check_reason(reason, "--reason")
    until = _date(expires)

    def accepted(gate: Gate) -> list[Entry]:
        return [
            entry_of(found, result.target, reason, until)
            for result in gate.results
            if not result.unsound
            for found in result.failing
        ]

    return _rewrite(_settings(config, None, None, seed), target, accepted, prune=False)


@app.command("prune")
def prune(config: Config = None, seed: SeedOption = None) -> int:
    """Take out what is accepted and gone, or has expired."""
    return _rewrite(_settings(config, None, None, seed), "", lambda _gate: [], prune=True)


def _rewrite(
    where: tuple[Path, Settings], only: str, more: Callable[[Gate], list[Entry]], prune: bool
) -> int:
    """Run the gate and write the baseline anew; what could not be judged stays in it."""
    from audits.gate import read_baseline
    from audits.gate.accepted import holds, write_baseline
    from audits.verdict import Exit, Verdict

    made = _run(*where, only)
    if made.verdict is Verdict.INTERRUPTED:
        return Exit.INTERRUPTED
    path = Path(where[1].baseline)
    before, new = read_baseline(path), more(made)
    names = {one.fingerprint for one in new}
    gone = {one.fingerprint for one in made.acceptance.stale} if prune else set()
    kept = [
        one
        for one in before
        if one.fingerprint not in names | gone and (not prune or holds(one.expires, _today()))
    ]
    write_baseline(path, [*kept, *new])
    put(f"{path}: {len(new)} accepted, {len(before) - len(kept)} taken out, {len(kept)} kept", None)
    silent = [one for one in made.results if one.verdict is Verdict.INCONCLUSIVE]
    for one in silent:
        typer.echo(f"clawback: {one.target} was not judged: {one.why}", err=True)
    return Exit.COULD_NOT_AUDIT if silent else Exit.CLEAN


def _date(words: str) -> datetime.date | None:
    from audits.errors import CannotAuditError

    try:
        return datetime.date.fromisoformat(words) if words else None
    except ValueError:
        raise CannotAuditError(f"--expires: expected YYYY-MM-DD; got {words!r}") from None


def _today() -> datetime.date:
    return datetime.datetime.now(tz=datetime.UTC).date()
