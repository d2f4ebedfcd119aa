"""`clawback audit TARGET --rows FILE`: what a reward pays for nothing, and what it denies."""

from __future__ import annotations

from typing import Annotated

import typer

from audits.cli.audit_words import asked
from audits.cli.common import (
    ExitZero,
    FailOn,
    FormatOption,
    Output,
    Reports,
    Seed,
    finish,
    run_audit,
)
from audits.cli.output import outlet
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
)
from audits.report.formats import Format


def audit(
    target: Annotated[
        str, typer.Argument(help="pkg.mod:fn or path/file.py:fn.", metavar="TARGET")
    ] = "",
    rows: Rows = "",
    suite: Annotated[
        str, typer.Option(help="All rewards of a library: reasoning-gym.", metavar="NAME")
    ] = "",
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
    row: Annotated[
        list[int] | None, typer.Option(help="Attack this row only; repeatable.", metavar="N")
    ] = None,
    fail_on: FailOn = "error",
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Point clawback at a reward: what it pays for nothing, and what it denies the deserving."""
    given = locals()

    import msgspec

    from audits.cli.audit_suite import audit_suite
    from audits.errors import CannotAuditError
    from audits.report.reward_text import reward_text
    from audits.rewards.declared import check_declared
    from audits.rewards.engine import audit_reward
    from audits.rewards.plan import check_rows
    from audits.rewards.session import opened
    from audits.rewards.words import ask_words
    from audits.rules import severity

    worst = severity(fail_on)
    to = outlet(format, output, report)
    if bool(target) == bool(suite):
        raise CannotAuditError("expected a TARGET, or --suite NAME in its place")
    ask, plan = asked(given)
    if suite:
        return audit_suite(suite, ask, plan, ask_words, to, exit_zero)
    with opened(ask) as (reward, found):
        check_declared(plan.declared, found, reward.shape)
        check_rows(plan, found)
        result = run_audit("audit", reward, seed, audit_reward(reward, found, plan))
    result.fail_on = worst
    result.kept["ask"] = msgspec.to_builtins(ask)
    return finish(result, to, exit_zero, reward_text)
