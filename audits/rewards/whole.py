"""A whole audit of a reward, from its name to a result: what every caller but a terminal needs."""

from __future__ import annotations

from typing import Any

from audits.events import last_words
from audits.result import Result
from audits.rewards.declared import check_declared
from audits.rewards.engine import audit_reward
from audits.rewards.plan import RewardPlan, check_rows
from audits.rewards.session import Ask, opened


def audit_whole(
    result: Result,
    ask: Ask,
    plan: RewardPlan,
    raw: list[dict[str, Any]] | None = None,
    read: set[str] | None = None,
) -> None:
    """Make the audit, and put what it tells into `result`.

    `raw` are the rows if they are not to be loaded; `read` is given the files that were read.
    Raises `CannotAuditError` where it cannot be made; after a `KeyboardInterrupt`, which is passed
    on, the result holds what was judged so far.
    """
    with opened(ask, raw, read) as (reward, rows):
        result.source = reward.source
        check_declared(plan.declared, rows, reward.shape)
        check_rows(plan, rows)
        events = audit_reward(reward, rows, plan)
        try:
            for event in events:
                result.take(event)
        except KeyboardInterrupt as stop:
            for event in last_words(events, stop):
                result.take(event)
            raise
