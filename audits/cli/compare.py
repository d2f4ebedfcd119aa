"""`clawback compare A B --rows FILE`: what moves between two scorers on the same answers."""

from __future__ import annotations

from typing import Annotated

import typer

from audits.cli.common import ExitZero, FailOn, FormatOption, Output, Reports, Seed
from audits.cli.output import code, outlet, progress
from audits.cli.reward_options import (
    AgentWritable,
    ConventionName,
    Effects,
    GoldAt,
    Ignore,
    LoadTimeout,
    Mapping,
    Memory,
    Python,
    Quick,
    Reads,
    Rows,
    Select,
    ShapeName,
    StubParents,
    Thorough,
    Timeout,
    ask_of,
    declared_of,
    effort_of,
    list_of,
)
from audits.report.formats import Format


def compare(
    before: Annotated[str, typer.Argument(help="pkg.mod:fn or path/file.py:fn.", metavar="A")],
    after: Annotated[str, typer.Argument(help="What is to be held against it.", metavar="B")],
    rows: Rows = "",
    base: Annotated[
        str | None, typer.Option(help="Take A from this git revision.", metavar="REV")
    ] = None,
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Compare which mutants survive, too.")
    ] = False,
    shape: ShapeName = "auto",
    convention: ConventionName = None,
    mapping: Mapping = None,
    python: Python = None,
    stub_parents: StubParents = False,
    effects: Effects = "",
    reads: Reads = "",
    agent_writable: AgentWritable = "",
    gold_at: GoldAt = "",
    timeout: Timeout = 10.0,
    memory: Memory = 4096,
    load_timeout: LoadTimeout = 120.0,
    quick: Quick = False,
    thorough: Thorough = False,
    seed: Seed = 0,
    select: Select = "",
    ignore: Ignore = "",
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
    from contextlib import nullcontext
    from functools import partial

    import msgspec

    from audits.compare import compare_words, compared, revision
    from audits.report.audit_text import audit_text
    from audits.report.compare_text import compare_text
    from audits.report.report import report_of
    from audits.rewards.plan import RewardPlan
    from audits.rewards.words import ask_words
    from audits.rules import severity
    from audits.store import keep

    worst, to = severity(fail_on), outlet(format, output, report)
    now = ask_of(
        after, rows, shape, convention, mapping, python, stub_parents, timeout, memory, load_timeout
    )
    was = msgspec.structs.replace(now, target=before)
    plan = RewardPlan(
        seed=seed,
        arguments=ask_words(now),
        effort=effort_of(quick, thorough),
        select=list_of(select),
        ignore=list_of(ignore),
        declared=declared_of(effects, reads, agent_writable, gold_at),
    )
    with revision(base) if base is not None else nullcontext() as there, progress("compare") as bar:
        result = compared(was, now, plan, mutants, there, bar.hear)
    result.fail_on = worst
    keep([result], compare_words(was, now, plan, mutants, there))
    to.put(report_of(result, partial(audit_text, result, compare_text)))
    return code(result.verdict, exit_zero)
