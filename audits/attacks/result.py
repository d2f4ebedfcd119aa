"""The attack suite's report as a result with findings, for the formats that show findings."""

from __future__ import annotations

from typing import Any

from attackers import Role
from audits.attacks.rows import AgentRow, AgentVerdict, AttackReport
from audits.calls import calls
from audits.findings import Finding, Reach, finding
from audits.references import beside
from audits.result import Result
from audits.rewards.heard import NOTHING
from audits.target import Target
from audits.verdict import Verdict

HALF = 0.5
"""From which reward on a rollout of a paid agent is one that shows the hole."""


def attack_result(target: Target, report: AttackReport, arguments: str) -> Result:
    """Make a finding of each paid agent. `arguments` name the target, with a leading blank."""
    attackers = [row for row in report.agents if row.role == Role.ATTACKER]
    lost = sum(row.verdict is AgentVerdict.COULD_NOT_RUN for row in attackers)
    result = Result(
        audit="attack",
        target=target.name,
        seed=0,
        source=target.source,
        tried=len(attackers) - lost,
        could_not_run=lost,
        unsound=report.verdict is Verdict.INCONCLUSIVE,
        interrupted=report.verdict is Verdict.INTERRUPTED,
        reasons=[report.why] if report.verdict is Verdict.INCONCLUSIVE else [],
        extra={"rules": {"A101": NOTHING}},
    )
    full = next((r.reward for r in report.agents if r.verdict is AgentVerdict.FULL_MARKS), None)
    paid = [row for row in attackers if row.verdict is AgentVerdict.PAID]
    if report.verdict is not Verdict.CLEAN:
        result.findings = [_finding(target, row, full, arguments) for row in paid]
    beside(target, result)
    return result


def _finding(target: Target, row: AgentRow, full: float | None, arguments: str) -> Finding:
    shown = max(row.rollouts, key=lambda one: one.reward or 0.0)
    reaches = [one for one in row.rollouts if (one.reward or 0.0) >= HALF * (full or 1.0)]
    return finding(
        "A101",
        f"{row.name} is paid like the reference: {row.trick}",
        row.name,
        case=shown.case,
        earned=row.reward,
        reference_earned=full,
        terms={name: value for name, value in shown.terms.items() if value > 0},
        reach=Reach(len(reaches), len(row.rollouts)),
        counterexample={"agent": row.name, "trick": row.trick} | _done(target, row, shown.case),
        replay=f"clawback attack{arguments} --only {row.name}",
    )


def _done(target: Target, row: AgentRow, case: str) -> dict[str, Any]:
    """Give the calls of an agent of ours; a user's is not played again in this process."""
    agent = target.agents.get(row.name)
    played = [one for one in target.cases.cases if one.id == case] if agent else []
    return {"calls": calls(target.play(agent.act, played[0]))} if agent and played else {}
