"""`clawback sweep TARGETS.txt --jobs N`: many targets at once, and only what changed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import EngineName, ExitZero, FailOn, FormatOption, Output, Reports, Seed
from audits.cli.output import code, outlet, progress
from audits.cli.reward_options import DAY, finite
from audits.engines import Engine
from audits.report.formats import Format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from audits.engines import Run
    from audits.store.cache import Cache
    from audits.sweep import Line, Row

Jobs = Annotated[
    int | None,
    typer.Option(help="How many at a time; the processors there are, if left out.", min=1),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Run everything again, and reuse nothing.")]


def sweep(
    targets: Annotated[
        Path,
        typer.Argument(
            help="A target on each line, with its options of `clawback audit`.", metavar="TARGETS"
        ),
    ],
    jobs: Jobs = None,
    engine: EngineName = Engine.LOCAL,
    fresh: Fresh = False,
    limit: Annotated[float, typer.Option(help="Seconds for one target.", min=0.1, max=DAY)] = 900.0,
    quick: Annotated[bool, typer.Option("--quick", help="A few rows of each only.")] = False,
    thorough: Annotated[bool, typer.Option("--thorough", help="Every row of each.")] = False,
    seed: Seed = 0,
    fail_on: FailOn = "error",
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Audit many rewards at once; only what changed since the last time is run.

    What a line says goes before the options here. Exit code 1 when any target has findings, else 2
    when any could not be judged.
    """
    from audits.cli.audit_words import task_of
    from audits.engines import engine as engine_of
    from audits.report.report import Report, header
    from audits.report.sweep_text import sweep_text
    from audits.store import folder_of_store
    from audits.store.cache import Cache
    from audits.sweep import read_lines, sweep_of

    to = outlet(format, output, report)
    run = engine_of(engine)
    seconds = finite("--limit", limit)
    usual = [
        *("--seed", str(seed), "--fail-on", fail_on),
        *["--quick"] * quick,
        *["--thorough"] * thorough,
    ]
    lines = read_lines(targets, lambda words: task_of(words, usual, seconds))
    cache = Cache(folder_of_store())
    rows = _rows(lines, run, jobs or _processors(), cache, fresh)
    made = sweep_of(lines, rows, last_word(cache, fresh))
    document = header() | {"targets": targets.name, "engine": engine, **made.document()}
    results = [row.result for row in made.rows]
    to.put(Report(made.verdict, made.why, document, lambda: sweep_text(made), results))
    return code(made.verdict, exit_zero)


def last_word(cache: Cache, fresh: bool) -> str:
    """Say how a sweep that is interrupted is taken up again."""
    from audits.sweep.verdict import FRESH_BEGINS_ANEW, GOES_ON, NOTHING_KEPT

    if not cache.keeps:
        return NOTHING_KEPT
    return FRESH_BEGINS_ANEW if fresh else GOES_ON


def _rows(lines: Sequence[Line], run: Run, jobs: int, cache: Cache, fresh: bool) -> list[Row]:
    """Run the sweep with progress; after a Ctrl-C, return what is finished."""
    from audits.sweep import swept

    rows: list[Row] = []
    try:
        with progress("sweep", len(lines)) as bar:
            for row in swept(lines, run, jobs, cache, fresh):
                rows.append(row)
                bar(f"{row.result.target} {row.result.verdict}")
    except KeyboardInterrupt:
        sys.stderr.flush()
    return rows


def _processors() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
