"""`clawback compare A B --rows FILE`: what moves between two scorers on the same answers."""

from __future__ import annotations

from typing import Annotated

import typer

from audits.cli.common import ExitZero, FailOn, FormatOption, Output, Reports, Seed
from audits.cli.output import code, outlet
from audits.cli.reward_options import (
    ConventionName,
    LoadTimeout,
    Mapping,
    Memory,
    Python,
    Rows,
    ShapeName,
    Timeout,
    ask_of,
)
from audits.report.formats import Format


def compare(
    before: Annotated[str, typer.Argument(help="pkg.mod:fn or path/file.py:fn.", metavar="A")],
    after: Annotated[str, typer.Argument(help="What is to be held against it.", metavar="B")],
    rows: Rows = "",
    base: Annotated[str, typer.Option(help="Take A from this git revision.", metavar="REV")] = "",
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Compare which mutants survive, too.")
    ] = False,
    shape: ShapeName = "auto",
    convention: ConventionName = None,
    mapping: Mapping = None,
    python: Python = None,
    timeout: Timeout = 10.0,
    memory: Memory = 4096,
    load_timeout: LoadTimeout = 120.0,
    seed: Seed = 0,
    fail_on: FailOn = "error",
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Score the same answers with A and with B: who climbed, who fell, is right work still paid.

    Exit code 1 when a reference earns less or something wrong is newly paid, 2 when they cannot be
    compared.
    """
    from functools import partial

    import msgspec

    from audits.compare import compared, revision
    from audits.report.audit_text import audit_text
    from audits.report.compare_text import compare_text
    from audits.report.report import report_of
    from audits.rewards.plan import RewardPlan
    from audits.rewards.words import ask_words
    from audits.rules import severity

    worst, to = severity(fail_on), outlet(format, output, report)
    now = ask_of(
        after, rows, shape, convention, mapping, python, False, timeout, memory, load_timeout
    )
    was = msgspec.structs.replace(now, target=before)
    plan = RewardPlan(seed=seed, arguments=ask_words(now))
    if base:
        with revision(base) as there:
            result = compared(there.ask(was), now, plan, mutants)
        result.extra["before"] = f"{before} at {base}"
    else:
        result = compared(was, now, plan, mutants)
    result.fail_on = worst
    to.put(report_of(result, partial(audit_text, result, compare_text)))
    return code(result.verdict, exit_zero)
