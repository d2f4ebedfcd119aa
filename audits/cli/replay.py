"""`clawback replay ID`, `clawback verify-fix TARGET`: what was found, held against the code now."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.clash import check, precious, read_by
from audits.cli.common import FormatOption, Output, Reports
from audits.cli.complete import found, found_targets, offer
from audits.cli.output import outlet, progress
from audits.report.formats import Format

if TYPE_CHECKING:
    from audits.replays import Replay
    from audits.store import Store


def replay(
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            help="A finding's id, or how it begins; all are listed if left out.",
            metavar="[ID]...",
            autocompletion=offer(found),
            show_default=False,
        ),
    ] = None,
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
) -> int:
    """Run a saved finding again: FIXED (exit code 0), FAILED (1) or ERROR (2)."""
    from audits.replays import Status, results_of
    from audits.replays import replay as replayed
    from audits.report.replay_text import replays_text, replays_why
    from audits.report.report import Report, header
    from audits.stopping import until_stopped
    from audits.verdict import Verdict

    to = outlet(format, output, report)
    with opened_store() as store:
        chosen = [store.find(one) for one in ids or ()]
        for one in chosen:
            check(to.files, read_by(one.words, (store.folder / one.folder).resolve()))
        check(to.files, precious(to.files))
        if not ids:
            return _list(store, to.format, output)
        done: list[Replay] = []
        with until_stopped() as stop, progress("replay", len(chosen)) as bar:
            for one in chosen:
                done.append(replayed(one, store.folder))
                bar(one.id)
    if not done:
        stop.pass_on()
    statuses = {one.status for one in done}
    worst = next(one for one in (Status.FAILED, Status.ERROR, Status.FIXED) if one in statuses)
    verdict, why = worst.verdict, replays_why(done)
    if stop.stopped:
        verdict, why = Verdict.INTERRUPTED, f"{len(done)} of {len(chosen)} were replayed: {why}"
    document = header() | {"replays": done, "verdict": verdict, "why": why}
    text = f"{replays_text(done)}\n\n{verdict}: {why}."
    to.put(Report(verdict, why, document, lambda: text, results_of(done)))
    return verdict.exit


def verify_fix(
    target: Annotated[
        str,
        typer.Argument(
            help="The target, as it was audited.",
            metavar="TARGET",
            autocompletion=offer(found_targets),
        ),
    ],
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
) -> int:
    """Check a patch: replay all that was found, attack afresh, score the right answers again.

    Exit code 1 when something is found or a right answer is not paid any more, 2 when that could
    not be checked.
    """
    import msgspec

    from audits.replays import results_of
    from audits.replays import verify_fix as verified
    from audits.report.replay_text import fix_text
    from audits.report.report import Report, header
    from audits.store import keep

    to = outlet(format, output, report)
    with opened_store() as store:
        fix = verified(target, store)
    keep(fix.results, fix.words, fix.folder)
    told = {
        name: value for name, value in msgspec.structs.asdict(fix).items() if name not in HIDDEN
    }
    document = header() | told | {"verdict": fix.verdict, "why": fix.why}
    results = [*results_of(fix.replays), *fix.results]
    to.put(Report(fix.verdict, fix.why, document, lambda: fix_text(fix), results))
    return fix.verdict.exit


HIDDEN = ("results", "words", "folder", "left")


@contextmanager
def opened_store() -> Iterator[Store]:
    """Open the store. Raises `CannotAuditError` if there is none, or it cannot be read."""
    from audits.errors import CannotAuditError
    from audits.store import Store, folder_of_store

    folder = folder_of_store()
    if folder is None:
        raise CannotAuditError(
            "CLAWBACK_STORE is off: nothing is saved, so nothing can be replayed"
        )
    try:
        yield Store(folder)
    except sqlite3.Error as error:
        raise CannotAuditError(
            f"{folder}: the store cannot be read: {error}; move it away"
        ) from None


def _list(store: Store, format: Format, output: Output) -> int:
    from audits.errors import CannotAuditError
    from audits.report.replay_text import saved_text
    from audits.report.report import Report, header
    from audits.result import counted
    from audits.verdict import Verdict

    found = store.all()
    if not found:
        raise CannotAuditError(f"no finding is saved in {store.folder}; run an audit first")
    why = counted(len(found), "saved finding")
    document = header() | {"saved": found}
    report = Report(Verdict.CLEAN, why, document, lambda: saved_text(found))
    outlet(format, output, None).put(report)
    return Verdict.CLEAN.exit
