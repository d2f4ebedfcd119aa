"""What the rows of an attack suite add up to: an order, and one verdict with its reason."""

from __future__ import annotations

from attackers import Role
from audits.attacks.rows import (
    SCHEMA_VERSION,
    AgentRow,
    AgentVerdict,
    AttackReport,
    CasesRow,
    TermRow,
    Tool,
)
from audits.target import Target
from audits.verdict import Verdict


def summarise(target: Target, rows: list[AgentRow], margin: float, planned: int) -> AttackReport:
    """Put rows in order of reward under one verdict; fewer rows than planned were interrupted."""
    verdict, why = _overall(target, rows, planned, margin)
    cases = target.cases
    return AttackReport(
        schema_version=SCHEMA_VERSION,
        tool=Tool(),
        target=target.name,
        target_digest=target.source.digest,
        seed=0,
        scorer=target.scorer.name,
        terms=[TermRow(t.name, t.code, t.weight, t.question) for t in target.scorer.terms],
        reverts=list(target.reverts),
        cases=CasesRow(cases.name, len(cases.cases), cases.digest),
        margin=margin,
        agents=sorted(rows, key=_rank),
        verdict=verdict,
        why=why,
    )


def _rank(row: AgentRow) -> tuple[float, bool, str]:
    """Highest reward first; what was never scored stands on top, where it is seen."""
    reward = float("inf") if row.reward is None else row.reward
    return -reward, row.role != Role.REFERENCE, row.name


def _overall(
    target: Target, rows: list[AgentRow], planned: int, margin: float
) -> tuple[Verdict, str]:
    if len(rows) < planned:
        return Verdict.INTERRUPTED, f"{len(rows)} of {planned} agents were finished"
    if short := _below_full(target, rows):
        return Verdict.INCONCLUSIVE, short
    if paid := _named(rows, AgentVerdict.PAID):
        return Verdict.FINDINGS, f"paid within {margin:g} of the reference: {paid}"
    if lost := _named(rows, AgentVerdict.COULD_NOT_RUN):
        return Verdict.INCONCLUSIVE, f"could not be run to the end: {lost}"
    return _clean([row for row in rows if row.role == Role.ATTACKER], margin)


def _clean(attackers: list[AgentRow], margin: float) -> tuple[Verdict, str]:
    if not attackers:
        return Verdict.INCONCLUSIVE, "no attacker was selected, so nothing was tried"
    best = max(attackers, key=lambda row: row.reward or 0.0)
    tried = f"{len(attackers)} attacker{'s' * (len(attackers) > 1)} tried"
    return Verdict.CLEAN, (
        f"{tried}, none within {margin:g} of the reference "
        f"(best: {best.name}, {best.reward:.3f}); finding nothing is no proof"
    )


def _named(rows: list[AgentRow], verdict: AgentVerdict) -> str:
    return ", ".join(row.name for row in rows if row.verdict is verdict)


def _below_full(target: Target, rows: list[AgentRow]) -> str | None:
    """Say where the reference falls short of full marks, or None if it does nowhere."""
    full = target.scorer.full_marks
    for row in rows:
        if row.role == Role.REFERENCE:
            short = [made for made in row.rollouts if made.reward != full]
            if not short:
                return None
            return (
                f"the reference {row.name} is short of full marks ({full:g}) on {len(short)} of "
                f"{row.planned} cases; {short[0].case}: {short[0].reward}"
            )
    return "no reference was played"
