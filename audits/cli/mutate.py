"""`clawback mutate`: break the scorer in every small way, and see whether anybody notices."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import (
    REFUND,
    DeskCases,
    DeskName,
    ExitZero,
    FormatOption,
    Output,
    Reports,
    Reverts,
    ScorerName,
    Seed,
    Without,
    finish,
    knows,
    run_audit,
    target_of,
    target_words,
)
from audits.cli.mutate_reward import list_reward, mutate_reward
from audits.cli.output import Outlet, outlet, put
from audits.cli.reward_options import (
    AgentWritable,
    ConventionName,
    Effects,
    GoldAt,
    LoadTimeout,
    Mapping,
    Memory,
    Python,
    Reads,
    ShapeName,
    StubParents,
    Timeout,
    ask_of,
    declared_of,
    finite,
)
from audits.report.formats import Format
from audits.report.written import as_json
from audits.verdict import Exit

if TYPE_CHECKING:
    from audits.mutants import MutatePlan
    from audits.target import Target


def mutate(
    given: typer.Context,
    where: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="With --rows a reward of yours, pkg.mod:fn or path/file.py:fn. Without: a module "
            "of our scorer, or module:function; all it is made of if left out.",
            show_default=False,
        ),
    ] = "",
    rows: Annotated[
        str,
        typer.Option(
            help="Rows of a reward of yours, as for audit: then TARGET is mutated.", metavar="FILE"
        ),
    ] = "",
    desk: DeskName = REFUND,
    scorer: ScorerName = None,
    revert: Reverts = None,
    without: Without = None,
    cases: DeskCases = "eval",
    only: Annotated[str, typer.Option(help="Try this one mutant.", metavar="ID")] = "",
    list_only: Annotated[
        bool, typer.Option("--list", help="List the mutants and try none.")
    ] = False,
    tests: Annotated[
        str,
        typer.Option(help="A command that tests the project, for what survives.", metavar="CMD"),
    ] = "",
    budget: Annotated[
        float, typer.Option(help="With --rows: seconds for --tests in all.", min=0, metavar="S")
    ] = 600.0,
    max_mutants: Annotated[
        int,
        typer.Option(help="With --rows: try so many, drawn by the seed; 0 for all.", min=0),
    ] = 0,
    guards: Annotated[
        str,
        typer.Option(
            help="Ask these kinds of guards only: reference, attacker, fault, law, check, figures.",
            metavar="KIND,...",
        ),
    ] = "",
    all_guards: Annotated[
        bool, typer.Option("--all-guards", help="Ask every guard about every mutant.")
    ] = False,
    accepted: Annotated[
        Path | None,
        typer.Option(help="The list of accepted survivors, in place of ours.", metavar="FILE.toml"),
    ] = None,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="With --rows: attack 40 rows, not 8.")
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
    seed: Seed = 0,
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Break a reward in every small way, and see whether a guard notices.

    With --rows it is a reward of yours, changed only in a process of its own under its own Python.
    Guards are the references of its rows, the attacks on them, and with --tests your tests, run in
    a copy of the project. Exit code 2 when references are not paid, tests are red before anything
    is changed, or the source cannot be read.

    Without --rows it is a scorer of ours. Guards are the reference, the attackers, the faults, the
    laws, checks and published figures, and with --tests the project's tests. Exit code 2 when a
    guard is red before anything is changed or a canary does not wake it.

    Exit code 1 when a mutant survives that nobody accepted, or an accepted one is none any more.
    """
    from audits.mutants import MutatePlan

    _check_options(given, bool(rows))
    to = outlet(format, output, report)
    plan = MutatePlan(
        seed=seed,
        arguments=target_words(scorer, revert, without, cases, desk),
        where=where,
        only=only,
        tests=tests,
        accepted=accepted,
        guards=guards,
        all_guards=all_guards,
        budget=finite("--budget", budget),
        most=max_mutants,
    )
    if not rows:
        knows(desk, "mutate")
        target = target_of(scorer, revert, without, cases, desk)
        if list_only:
            return _list(target, plan, format, output)
        return _ours(target, plan, to, exit_zero)
    ask = ask_of(
        where,
        rows,
        shape,
        convention,
        mapping,
        python,
        stub_parents,
        timeout,
        memory,
        load_timeout,
    )
    declared = declared_of(effects, reads, agent_writable, gold_at)
    if list_only:
        return list_reward(ask, plan, format, output)
    return mutate_reward(ask, plan, declared, thorough, to, exit_zero)


OURS = {"desk", "scorer", "revert", "without", "cases", "guards"}
"""Options for a scorer of ours only."""

THEIRS = {
    "budget",
    "max_mutants",
    "thorough",
    "shape",
    "convention",
    "mapping",
    "python",
    "stub_parents",
    "effects",
    "reads",
    "agent_writable",
    "gold_at",
    "timeout",
    "memory",
    "load_timeout",
}
"""Options for a reward of the user's only."""


def _check_options(given: typer.Context, with_rows: bool) -> None:
    """Raise `CannotAuditError` for an option that would mean nothing, rather than pass it over."""
    from audits.errors import CannotAuditError

    for parameter in given.command.params:
        name = str(parameter.name)
        source = given.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":
            continue
        if with_rows and name in OURS:
            raise CannotAuditError(
                f"{parameter.opts[0]}: it is for our own scorers; leave out --rows to mutate one"
            )
        if not with_rows and name in THEIRS:
            raise CannotAuditError(
                f"{parameter.opts[0]}: it is for a reward of yours; name its rows with --rows FILE"
            )


def _ours(
    target: Target,
    plan: MutatePlan,
    to: Outlet,
    exit_zero: bool,
) -> int:
    from audits.mutants import mutate as mutated
    from audits.report.mutants_text import mutants_text
    from audits.rules import Severity

    result = run_audit("mutate", target, plan.seed, mutated(target, plan))
    result.fail_on = Severity.WARNING
    return finish(result, to, exit_zero, mutants_text)


def _list(target: Target, plan: MutatePlan, format: Format, output: Path | None) -> int:
    from audits.mutants import crop_of, modules_of
    from audits.mutants.matrix import listed
    from audits.report.mutants_text import list_text

    rows = [listed(mutant) for mutant in crop_of(modules_of(target), plan).mutants]
    put(as_json(rows) if format is Format.JSON else list_text(rows), output)
    return Exit.CLEAN
