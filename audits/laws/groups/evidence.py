"""Laws of evidence: no trace earns less than reading, and no read and no reason ever costs."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from attackers.program import Call
from audits.laws import canaries
from audits.laws.groups.work import left_out, unless_only_unread
from audits.laws.kin import (
    Calls,
    alike_but_for,
    calls_differ,
    differs_only_in,
    one_read_more,
    reads_and_stops,
    values,
)
from audits.laws.law import AppliesTo, Law
from audits.laws.pairs import Pair, compared
from audits.laws.relations import costs, nothing_less
from audits.laws.strategies import REASON, programs, reads, right_work
from audits.laws.trial import Run, Trial
from desk.refund import Case


@st.composite
def nothing_or_reading(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a case whose records are both read, and the same with no call at all."""
    case = draw(cases)
    return Trial(case, Run(right_work(case)[:2]), Run())


def says_nothing(pair: Pair) -> bool:
    """Whether the run read both records and stopped, and the twin called nothing."""
    return reads_and_stops(pair.before) and not pair.twin.calls


@st.composite
def one_more_read(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program, and the same with one more read somewhere in it."""
    case = draw(cases)
    calls = draw(programs(case))
    place = draw(st.integers(0, len(calls)))
    twin = (*calls[:place], draw(reads(case)), *calls[place:])
    return Trial(case, Run(calls), Run(twin))


@st.composite
def reasons_given(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program whose payments carry no reason, and the same with one on each."""
    case = draw(cases)
    calls = (*draw(programs(case, 3)), *right_work(case))
    return Trial(case, Run(_reasons(calls, " ")), Run(_reasons(calls, REASON)))


def only_explains(run: Calls, twin: Calls) -> bool:
    """Whether reasons stand in the twin where payments of the run had none, and nothing else."""
    return alike_but_for("reason")(run, twin) and all(
        old == new or (call.tool == "issue_refund" and not str(old).strip() and str(new).strip())
        for call, old, new in values(run, twin, "reason")
    )


def _reasons(calls: tuple[Call, ...], reason: str) -> tuple[Call, ...]:
    return tuple(call.but(reason=reason) if call.tool == "issue_refund" else call for call in calls)


_DESK = AppliesTo.REFUND_SCORER

LAWS = (
    Law(
        "silence",
        "A run that calls nothing earns less than reading the case and leaving it.",
        "Saying something is not work, and a run that left no trace may never have run.",
        _DESK,
        nothing_or_reading,
        unless_only_unread(compared(costs, left_out, differs_only_in("calls"), says_nothing)),
        {"pays everybody alike": canaries.flat()},
    ),
    Law(
        "evidence",
        "One more read never costs reward.",
        "Looking twice is never wrong.",
        _DESK,
        one_more_read,
        compared(nothing_less, "one more read", calls_differ(one_read_more)),
        {"pays for short logs": canaries.paying(canaries.per_missing_entry)},
    ),
    Law(
        "reasons",
        "Giving a reason for a payment never costs reward.",
        "An explained payment is worth at least as much as an unexplained one.",
        _DESK,
        reasons_given,
        compared(nothing_less, "a reason given", calls_differ(only_explains)),
        {"pays for blank reasons": canaries.paying(canaries.per_blank_reason)},
    ),
)
