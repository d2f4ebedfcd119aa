"""The mutants of both scorers: which survive in the second whose like did not in the first."""

from __future__ import annotations

from collections.abc import Generator

import msgspec

from attackers.rows import Row
from audits.errors import CannotAuditError
from audits.events import Counted, Event, Found, Unsound
from audits.findings import Finding
from audits.mutants import MutatePlan
from audits.mutants.reward import mutate_reward
from audits.rewards.plan import Effort, RewardPlan
from audits.targets.reward import WorkerReward

Rows = tuple[Row, ...]
Opened = tuple[WorkerReward, Rows]


def newly_surviving(
    before: tuple[WorkerReward, Rows],
    after: tuple[WorkerReward, Rows],
    plan: RewardPlan,
    timeout: float,
) -> Generator[Event, None, None]:
    """Try the mutants of both, and yield those of the second that are newly not noticed."""
    try:
        was = {_change(found) for found in (yield from _survivors(*before, plan, timeout))}
        now = yield from _survivors(*after, plan, timeout)
    except CannotAuditError as error:
        yield Unsound(f"mutants: {error}")
        return
    for found in now:
        if found.rule == "M401" and _change(found) not in was:
            yield Found(msgspec.structs.replace(found, title=f"newly: {found.title}"))


def _survivors(
    reward: WorkerReward, rows: Rows, plan: RewardPlan, timeout: float
) -> Generator[Event, None, list[Finding]]:
    attacked = msgspec.structs.replace(plan, effort=Effort.QUICK)
    found = []
    for event in mutate_reward(
        reward, rows, MutatePlan(seed=plan.seed, arguments=plan.arguments), attacked, timeout
    ):
        if isinstance(event, Found):
            found.append(event.finding)
        elif isinstance(event, Counted | Unsound):
            yield event
    return found


def _change(found: Finding) -> str:
    """Return what a survivor changes, without where: the same code may stand elsewhere now."""
    return found.title.partition(": ")[2]
