"""`clawback attack`: every agent plays every case of a desk, and the table shows who was paid."""

from __future__ import annotations

import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.attack_all import attack_all
from audits.cli.common import (
    REFUND,
    DeskCases,
    DeskName,
    Reverts,
    ScorerName,
    Without,
    target_of,
    target_words,
)
from audits.cli.complete import agents, offer_some
from audits.cli.output import code, outlet, progress
from audits.report.formats import Format

if TYPE_CHECKING:
    from audits.attacks import AgentRow, AttackReport, Seat
    from audits.target import Target


def attack(
    desk: DeskName = REFUND,
    scorer: ScorerName = None,
    revert: Reverts = None,
    without: Without = None,
    cases: DeskCases = "eval",
    only: Annotated[
        str | None,
        typer.Option(
            help="Play these agents only (and the reference).",
            metavar="NAME,...",
            autocompletion=offer_some(agents),
        ),
    ] = None,
    attackers: Annotated[
        Path | None,
        typer.Option(help='Add ATTACKERS = {"name": fn(tools, ticket)}.', metavar="FILE.py"),
    ] = None,
    margin: Annotated[
        float, typer.Option(help="How near to the reference counts as paid.", min=0.0, max=1.0)
    ] = 0.05,
    timeout: Annotated[
        float, typer.Option(help="Seconds for one rollout of --attackers.", min=0.01, max=86_400.0)
    ] = 10.0,
    all_audits: Annotated[
        bool, typer.Option("--all", help="Make every other audit as well, under one verdict.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of the audits that --all adds.", min=0)] = 0,
    format: Annotated[Format, typer.Option(help="How to write the report.")] = Format.TEXT,
    output: Annotated[
        Path | None, typer.Option(help="Write the report there.", metavar="FILE")
    ] = None,
    reports: Annotated[
        list[str] | None,
        typer.Option(
            "--report",
            help="Write one more report, e.g. sarif:FILE; repeatable.",
            metavar="FORMAT:FILE",
        ),
    ] = None,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit 0 on findings.")] = False,
) -> int:
    """Let every agent face a scorer, and show who was paid for what.

    Exit code 1 when an attacker comes within the margin of the reference, 2 when the reference is
    not at full marks.
    """
    from audits.attacks import seats, select
    from audits.attacks.result import attack_result
    from audits.guests import GuestFile
    from audits.report.attack_text import attack_text
    from audits.report.report import Report
    from audits.store import keep
    from audits.worlds import world_of

    to = outlet(format, output, reports)
    target = target_of(scorer, revert, without, cases, desk)
    world = world_of(target.desk)
    with ExitStack() as stack:
        file = GuestFile(attackers, timeout, world) if attackers else None
        guests = stack.enter_context(file) if file else None
        report = _play(target, select(seats(target, guests), only), margin)
    words = target_words(scorer, revert, without, cases, desk)
    result = attack_result(target, report, words)
    if all_audits:
        return attack_all(target, report, result, seed, words, to, exit_zero)
    keep([result], sys.argv[1:])
    to.put(Report(report.verdict, report.why, report, lambda: attack_text(report), (result,)))
    return code(report.verdict, exit_zero)


def _play(target: Target, taken: list[Seat], margin: float) -> AttackReport:
    """Play all; on Ctrl-C keep the agents that are done, and say that it was interrupted."""
    from audits.attacks import attack as attacked
    from audits.attacks import summarise

    rows: list[AgentRow] = []
    with suppress(KeyboardInterrupt), progress("attack", len(taken)) as done:
        for row in attacked(target, taken, margin):
            rows.append(row)
            done(row.name)
    return summarise(target, rows, margin, len(taken))
