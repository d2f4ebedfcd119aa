"""Opening two scorers on the same rows, and comparing them."""

from __future__ import annotations

from contextlib import ExitStack

from audits.compare.compare import compare
from audits.compare.surviving import newly_surviving
from audits.errors import CannotAuditError
from audits.result import Result
from audits.rewards.plan import RewardPlan
from audits.rewards.session import Ask, load_rows, opened


def compared(was: Ask, now: Ask, plan: RewardPlan, mutants: bool = False) -> Result:
    """Compare two scorers on the rows of the second; each runs in a worker of its own.

    One that will not load is the result's reason, and the verdict INCONCLUSIVE.
    """
    result = Result(audit="compare", target=now.target, seed=plan.seed)
    result.extra["before"] = was.target
    raw = load_rows(now) if now.rows else None
    with ExitStack() as stack:
        try:
            after, rows = stack.enter_context(opened(now, raw))
            before, theirs = stack.enter_context(opened(was, raw))
        except CannotAuditError as error:
            result.unsound, result.reasons = True, [str(error)]
            return result
        result.source = after.source
        result.extra["before_digest"] = before.source.digest
        for event in compare(before, after, rows, plan):
            result.take(event)
        if mutants and not result.unsound:
            for event in newly_surviving((before, theirs), (after, rows), plan, now.timeout):
                result.take(event)
    return result
