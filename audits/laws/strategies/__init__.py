"""Hypothesis strategies for the refund desk: any case, tool call, program of calls, or rollout.

Public, as `clawback.strategies`: use them in tests of your own, e.g.

    @given(cases().flatmap(lambda case: st.tuples(st.just(case), programs(case))))

They shrink towards one line of one cent, no prior rows, no fault, and few calls with plain
arguments. Values come from short tables and bounded ranges, so that nothing depends on the
machine or on what else is imported.
"""

from audits.laws.strategies.calls import (
    escalations,
    payments,
    programs,
    reads,
    refused_calls,
    tool_calls,
)
from audits.laws.strategies.cases import amounts, cases, expectations
from audits.laws.strategies.played import dead_rollouts, rollouts
from audits.laws.strategies.work import READS, REASON, fresh_key, payment, read, right_work

__all__ = [
    "READS",
    "REASON",
    "amounts",
    "cases",
    "dead_rollouts",
    "escalations",
    "expectations",
    "fresh_key",
    "payment",
    "payments",
    "programs",
    "read",
    "reads",
    "refused_calls",
    "right_work",
    "rollouts",
    "tool_calls",
]
