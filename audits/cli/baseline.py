"""`clawback baseline write` and `prune`: which findings the gate accepts."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.output import put
from audits.cli.project import Base, Config, Only, SeedOption, read, run, today

if TYPE_CHECKING:
    from audits.gate import Gate, Settings
    from audits.gate.baseline import Entry

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Findings that the gate accepts."
)


@app.command("write")
def write(
    reason: Annotated[str, typer.Option(help="Why they are accepted.", metavar="TEXT")] = "",
    expires: Annotated[
        str, typer.Option(help="The last day on which they are.", metavar="YYYY-MM-DD")
    ] = "",
    config: Config = None,
    target: Only = "",
    base: Base = None,
    seed: SeedOption = None,
) -> int:
    """Accept what the gate finds now, with a reason; what is accepted already stays as it is."""
    from audits.gate.baseline import entry_of
    from audits.settings import check_reason

    check_reason(reason, "--reason")
    until = _date(expires)

    def accepted(gate: Gate) -> list[Entry]:
        return [
            entry_of(found, result, reason, until)
            for result in gate.results
            for found in result.own
        ]

    return _rewrite(read(config, None, None, seed), target, base, accepted)


@app.command("prune")
def prune(config: Config = None, base: Base = None, seed: SeedOption = None) -> int:
    """Take out what is accepted and gone, or has expired.

    What could not be judged stays, and so does what this run did not try.
    """
    return _rewrite(read(config, None, None, seed), "", base, None)


def _rewrite(
    where: tuple[Path, Settings],
    only: str,
    base: str | None,
    more: Callable[[Gate], list[Entry]] | None,
) -> int:
    """Run the gate and write the baseline anew, with `more` accepted, or pruned if that is None."""
    from audits.gate.baseline import read_baseline, write_baseline
    from audits.report.baseline_text import baseline_text
    from audits.verdict import Exit, Verdict

    made = run(*where, only, base)
    path = Path(where[1].baseline)
    if made.verdict is Verdict.INTERRUPTED:
        typer.echo(f"clawback: interrupted; {path} is as it was", err=True)
        return Exit.INTERRUPTED
    before, new = read_baseline(path), more(made) if more else []
    out = _gone(before, made) if more is None else _anew(new)
    write_baseline(path, [*(one for one in before if one.fingerprint not in out), *new])
    put(baseline_text(path, new, out, before, made.results), None)
    return Exit.COULD_NOT_AUDIT if _says_what_was_not_judged(made) else Exit.CLEAN


def _anew(new: list[Entry]) -> dict[str, str]:
    """Say why an entry makes room, by fingerprint: it had expired, and is accepted once more."""
    return {one.fingerprint: "accepted anew" for one in new}


def _gone(before: list[Entry], made: Gate) -> dict[str, str]:
    """Say why an entry is taken out, by fingerprint."""
    from audits.gate.accepted import holds

    gone = {one.fingerprint: "not found any more" for one in made.acceptance.stale}
    expired = {one.fingerprint for one in before if not holds(one.expires, today())}
    return gone | dict.fromkeys(expired, "expired")


def _says_what_was_not_judged(made: Gate) -> bool:
    from audits.verdict import Verdict

    for entry in made.acceptance.unseen:
        typer.echo(f"clawback: not tried in this run, so it stays: {entry.told}", err=True)
    silent = [one for one in made.results if one.verdict is Verdict.INCONCLUSIVE]
    for one in silent:
        typer.echo(f"clawback: {one.target} was not judged: {one.why}", err=True)
    return bool(silent)


def _date(words: str) -> datetime.date | None:
    """Read a last day. Raises `CannotAuditError` for what is none, and for one that has passed."""
    from audits.errors import CannotAuditError

    try:
        day = datetime.date.fromisoformat(words) if words else None
    except ValueError:
        raise CannotAuditError(f"--expires: expected YYYY-MM-DD; got {words!r}") from None
    if day and day < today():
        raise CannotAuditError(
            f"--expires: expected {today()} or a later day; got {words}, which has passed, so that "
            "nothing would be accepted"
        )
    return day
