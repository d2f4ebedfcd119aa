"""`clawback selftest [DIR]`: the auditor measured on pairs of holed and repaired rewards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from audits.cli.common import DrawnOption, Output, Seed
from audits.cli.output import Drawn, progress, put, ready, written
from audits.verdict import Verdict

if TYPE_CHECKING:
    from audits.holes import CaseResult


def selftest(
    folder: Annotated[
        Path | None, typer.Argument(help="Case files; ours if left out.", metavar="[DIR]")
    ] = None,
    min_separated: Annotated[
        int | None,
        typer.Option(help="Exit 1 if fewer cases are separated; all of them if left out.", min=0),
    ] = None,
    max_false_alarms: Annotated[
        int, typer.Option(help="Exit 1 if more sound rewards are flagged.", min=0)
    ] = 0,
    declare: Annotated[
        bool, typer.Option("--declare/--no-declare", help="Use what a case declares.")
    ] = True,
    only: Annotated[str, typer.Option(help="Cases whose name holds this.", metavar="TEXT")] = "",
    seed: Seed = 0,
    format: DrawnOption = Drawn.TEXT,
    output: Output = None,
) -> int:
    """Measure the auditor: how many holes it tells from their repair, and how many false alarms."""
    from audits.errors import CannotAuditError
    from audits.holes import measure, places
    from audits.report.selftest_text import selftest_text

    ready(format)
    chosen = [path for path in places(folder) if only in path.stem]
    if not chosen:
        raise CannotAuditError(f"--only: no case's name holds {only!r}")
    done: list[CaseResult] = []
    interrupted = False
    try:
        with progress("selftest", len(chosen)) as bar:
            for path in chosen:
                done.append(measure(path, declare, seed))
                bar(path.stem)
    except KeyboardInterrupt:
        interrupted = True
    document = _document(done, min_separated, max_false_alarms, interrupted)
    put(written(document["verdict"], document, format, lambda: selftest_text(document)), output)
    return Verdict(document["verdict"]).exit


def _document(
    done: list[CaseResult], least: int | None, most: int, interrupted: bool
) -> dict[str, Any]:
    import msgspec

    from audits.attacks.rows import SCHEMA_VERSION, Tool

    pairs = [case for case in done if case.holed is not None]
    alarms = [case.name for case in done if case.fixed.flagged]
    unheard = [case.name for case in done if case.problem]
    document: dict[str, Any] = msgspec.to_builtins(
        {
            "schema_version": SCHEMA_VERSION,
            "tool": Tool(),
            "cases": done,
            "separated": sum(bool(case.separated) for case in pairs),
            "of": len(pairs),
            "false_alarms": len(alarms),
            "sound": sum(not case.fixed.problem for case in done),
            "not_audited": unheard,
            "calls": sum(c.fixed.tried + (c.holed.tried if c.holed else 0) for c in done),
            "verdict": "INTERRUPTED" if interrupted else _verdict(done, least, most),
        }
    )
    return document


def _verdict(done: list[CaseResult], least: int | None, most: int) -> str:
    """Too few separated or too many alarms whatever the rest would come to; else what is known."""
    pairs = [case for case in done if case.holed is not None]
    wanted = len(pairs) if least is None else least
    within_reach = sum(case.separated is not False for case in pairs)
    within_reach += sum(bool(case.problem) for case in done if case.holed is None)
    if within_reach < wanted or sum(case.fixed.flagged for case in done) > most:
        return "FINDINGS"
    return "INCONCLUSIVE" if any(case.problem for case in done) else "CLEAN"
