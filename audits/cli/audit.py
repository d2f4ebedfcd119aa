"""`clawback audit TARGET --rows FILE`: what a reward pays for nothing, and what it denies."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import ExitZero, FormatOption, Output, Reports, Seed, finish, run_audit
from audits.cli.output import outlet
from audits.report.formats import Format

if TYPE_CHECKING:
    from audits.rewards.outcome import Shape


def audit(
    target: Annotated[
        str, typer.Argument(help="pkg.mod:fn or path/file.py:fn.", metavar="TARGET")
    ] = "",
    rows: Annotated[
        str,
        typer.Option(
            help="JSONL, JSON, CSV or Parquet, or a loader pkg.mod:rows; not needed for a target "
            "with rows of its own.",
            metavar="FILE",
        ),
    ] = "",
    suite: Annotated[
        str, typer.Option(help="All rewards of a library: reasoning-gym.", metavar="NAME")
    ] = "",
    shape: Annotated[
        str,
        typer.Option(help="auto, text, batched-text, trajectory or state.", metavar="SHAPE"),
    ] = "auto",
    convention: Annotated[
        str | None,
        typer.Option(help="How the target is called, as the report names it.", metavar="NAME"),
    ] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option(
            "--map", help="PARAMETER=COLUMN or =completion, ...; repeatable.", metavar="A=B,..."
        ),
    ] = None,
    python: Annotated[
        str | None, typer.Option(help="The Python that has the target.", metavar="PATH")
    ] = None,
    stub_parents: Annotated[
        bool, typer.Option("--stub-parents", help="Do not run the parent packages' __init__.")
    ] = False,
    effects: Annotated[
        str, typer.Option(help="Tools that change the world.", metavar="TOOL,...")
    ] = "",
    reads: Annotated[str, typer.Option(help="Tools that only look.", metavar="TOOL,...")] = "",
    agent_writable: Annotated[
        str,
        typer.Option(help="Parts of the end state the agent can write.", metavar="PATH,..."),
    ] = "",
    gold_at: Annotated[
        str, typer.Option(help="Where the gold lies within reach.", metavar="PATH,...")
    ] = "",
    timeout: Annotated[float, typer.Option(help="Seconds for one call.", min=0.01)] = 10.0,
    memory: Annotated[
        int, typer.Option(help="MiB for the target's process.", min=64, metavar="MB")
    ] = 4096,
    load_timeout: Annotated[
        float, typer.Option(help="Seconds for importing the target, and for its rows.", min=0.1)
    ] = 120.0,
    quick: Annotated[bool, typer.Option("--quick", help="A few rows only.")] = False,
    thorough: Annotated[bool, typer.Option("--thorough", help="Every row.")] = False,
    seed: Seed = 0,
    select: Annotated[
        str, typer.Option(help="Only rules with these prefixes.", metavar="RULE,...")
    ] = "",
    ignore: Annotated[
        str, typer.Option(help="No rules with these prefixes.", metavar="RULE,...")
    ] = "",
    row: Annotated[
        list[int] | None, typer.Option(help="Attack this row only; repeatable.", metavar="N")
    ] = None,
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Point clawback at a reward: what it pays for nothing, and what it denies the deserving."""
    from attackers.rows import Declared
    from audits.cli.audit_suite import audit_suite
    from audits.errors import CannotAuditError
    from audits.report.reward_text import reward_text
    from audits.rewards.declared import check_declared
    from audits.rewards.engine import audit_reward
    from audits.rewards.plan import Effort, RewardPlan, check_rows
    from audits.rewards.session import Ask, opened
    from audits.rewards.words import ask_words

    to = outlet(format, output, report)
    if bool(target) == bool(suite):
        raise CannotAuditError("expected a TARGET, or --suite NAME in its place")
    if quick and thorough:
        raise CannotAuditError("--quick and --thorough: choose one")
    effort = Effort.QUICK if quick else Effort.THOROUGH if thorough else Effort.NORMAL
    ask = Ask(
        target=target,
        rows=rows,
        shape=_shape(shape),
        convention=convention,
        mapping=_mapping(mapping or []),
        python=python or sys.executable,
        stub_parents=stub_parents,
        timeout=_finite("--timeout", timeout),
        memory_mb=memory,
        load_timeout=_finite("--load-timeout", load_timeout),
    )
    plan = RewardPlan(
        seed=seed,
        arguments=ask_words(ask),
        effort=effort,
        select=_list(select),
        ignore=_list(ignore),
        only_rows=tuple(row or ()),
        declared=Declared(
            effects=_list(effects),
            reads=_list(reads),
            agent_writable=_list(agent_writable),
            gold_at=_list(gold_at),
        ),
    )
    if suite:
        return audit_suite(suite, ask, plan, ask_words, to, exit_zero)
    with opened(ask) as (reward, found):
        check_declared(plan.declared, found, reward.shape)
        check_rows(plan, found)
        result = run_audit("audit", reward, seed, audit_reward(reward, found, plan))
    return finish(result, to, exit_zero, reward_text)


def _shape(word: str) -> Shape | None:
    from audits.errors import unknown
    from audits.rewards.outcome import Shape

    if word != "auto" and word not in list(Shape):
        raise unknown("--shape", word, ["auto", *Shape])
    return None if word == "auto" else Shape(word)


def _finite(option: str, seconds: float) -> float:
    from audits.errors import CannotAuditError

    if not math.isfinite(seconds):
        raise CannotAuditError(f"{option}: expected a number of seconds; got {seconds}")
    return seconds


def _mapping(words: list[str]) -> dict[str, str]:
    from audits.errors import CannotAuditError

    found = {}
    for pair in ",".join(words).split(",") if words else []:
        name, equals, column = pair.partition("=")
        if not (equals and name.strip() and column.strip()):
            raise CannotAuditError(f"--map: expected PARAMETER=COLUMN,...; got {pair!r}")
        found[name.strip()] = column.strip()
    return found


def _list(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(",") if word.strip())
