"""`clawback mutate`: break the scorer in every small way, and see whether anybody notices."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import (
    Cases,
    ExitZero,
    FormatOption,
    Output,
    Reports,
    Reverts,
    ScorerName,
    Seed,
    Without,
    finish,
    run_audit,
    target_of,
    target_words,
)
from audits.cli.output import outlet, put
from audits.report.formats import Format
from audits.report.written import as_json
from audits.verdict import Exit

if TYPE_CHECKING:
    from audits.mutants import MutatePlan
    from audits.target import Target


def mutate(
    where: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="A module of the scorer, or module:function; all it is made of if left out.",
            show_default=False,
        ),
    ] = "",
    scorer: ScorerName = None,
    revert: Reverts = None,
    without: Without = None,
    cases: Cases = "eval",
    only: Annotated[str, typer.Option(help="Try this one mutant.", metavar="ID")] = "",
    list_only: Annotated[
        bool, typer.Option("--list", help="List the mutants and try none.")
    ] = False,
    tests: Annotated[
        str,
        typer.Option(help="A command that tests the project, for what survives.", metavar="CMD"),
    ] = "",
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
    seed: Seed = 0,
    format: FormatOption = Format.TEXT,
    output: Output = None,
    report: Reports = None,
    exit_zero: ExitZero = False,
) -> int:
    """Break the scorer in every small way, and see whether a guard notices.

    Guards are the reference, the attackers, the faults, the laws, checks and published figures, and
    with --tests the project's tests. Exit code 1 when a mutant survives that nobody accepted or an
    accepted one is none any more, 2 when a guard is red before anything is changed or a canary does
    not wake it.
    """
    from audits.mutants import MutatePlan
    from audits.mutants import mutate as mutated
    from audits.report.mutants_text import mutants_text
    from audits.rules import Severity

    target = target_of(scorer, revert, without, cases)
    plan = MutatePlan(
        seed=seed,
        arguments=target_words(scorer, revert, without, cases),
        where=where,
        only=only,
        tests=tests,
        accepted=accepted,
        guards=guards,
        all_guards=all_guards,
    )
    if list_only:
        return _list(target, plan, format, output)
    result = run_audit("mutate", target, seed, mutated(target, plan))
    result.fail_on = Severity.WARNING
    return finish(result, outlet(format, output, report), exit_zero, mutants_text)


def _list(target: Target, plan: MutatePlan, format: Format, output: Path | None) -> int:
    from audits.mutants import crop_of, refund_modules
    from audits.mutants.matrix import listed
    from audits.report.mutants_text import list_text

    rows = [listed(mutant) for mutant in crop_of(refund_modules(target), plan).mutants]
    put(as_json(rows) if format is Format.JSON else list_text(rows), output)
    return Exit.CLEAN
