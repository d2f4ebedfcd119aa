"""`clawback rescore ROLLOUTS`: saved rollouts under one scorer or several."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import Cases, Output, PlainOption, Seed
from audits.cli.output import Plain, put
from audits.errors import CannotAuditError
from audits.report.written import as_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from audits.qualify import Planned
    from desk.refund import RefundRollout


def rescore(
    rollouts: Annotated[
        Path, typer.Argument(help="Saved rollouts; docs/rescore.md.", metavar="ROLLOUTS")
    ],
    scorer: Annotated[
        list[str] | None,
        typer.Option(
            "--scorer",
            help="refund (the default), published, or pkg.mod:fn; repeatable.",
            metavar="NAME",
        ),
    ] = None,
    plan: Annotated[
        Path | None,
        typer.Option(
            "--plan", help="What was planned; told by the rollouts if left out.", metavar="PLAN"
        ),
    ] = None,
    cases: Cases = "eval",
    records: Annotated[
        Path | None,
        typer.Option(
            "--records", help="Write records for `clawback qualify` there.", metavar="FILE"
        ),
    ] = None,
    seed: Seed = 0,
    format: PlainOption = Plain.TEXT,
    output: Output = None,
) -> int:
    """Score saved rollouts again: a table for each scorer, by family, with harm beside the mean.

    Exit code 0 when all that was planned is scored, 2 when it is not.
    """
    from audits.qualify import read_plan
    from audits.report.rescore_text import rescore_text
    from audits.rescore import read_rollouts, scores, summary
    from audits.target import case_set

    saved = read_rollouts(rollouts, case_set(cases))
    planned = _planned(saved.rollouts, read_plan(plan) if plan else None)
    if records:
        _write_records(records, saved.rollouts)
    scored = [scores(name, saved.rollouts) for name in dict.fromkeys(scorer or ["refund"])]
    report = summary(rollouts, saved, scored, planned, seed)
    put(as_json(report) if format is Plain.JSON else rescore_text(report), output)
    return int(report.exit)


def _planned(made: Sequence[RefundRollout], plan: list[Planned] | None) -> list[Planned]:
    """Return the plan; without one, each case that is there was to have as many as any says."""
    from audits.qualify import Planned

    if plan is not None:
        known = {one.scenario: one.rollouts for one in plan}
        for rollout in made:
            case, repeat = rollout.case.id, rollout.source.rollout if rollout.source else 0
            if repeat >= known.get(case, 0):
                raise CannotAuditError(f"--plan: rollout {repeat} of case {case!r} is not in it")
        return plan
    most = max(rollout.source.planned if rollout.source else 1 for rollout in made)
    families = {rollout.case.id: rollout.case.family for rollout in made}
    return [
        Planned(scenario=case, family=family, rollouts=most) for case, family in families.items()
    ]


def _write_records(path: Path, made: Sequence[RefundRollout]) -> None:
    import msgspec

    from audits.qualify.refund import records_of

    most = max(rollout.source.planned if rollout.source else 1 for rollout in made)
    lines = [msgspec.json.encode(record).decode() for record in records_of(made, most)]
    put("\n".join(lines), path, "--records")
