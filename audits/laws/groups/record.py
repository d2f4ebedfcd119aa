"""Laws of the record: a failure attached to it, or an entry taken out of it, earns nothing."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from audits.laws import canaries
from audits.laws.kin import differs_only_in
from audits.laws.law import AppliesTo, Law
from audits.laws.pairs import Pair, compared
from audits.laws.relations import never_more
from audits.laws.strategies import programs, right_work
from audits.laws.trial import Run, Trial
from desk import Kind
from desk.refund import Case


@st.composite
def failed_run(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program, and the same one with a failure attached."""
    case = draw(cases)
    calls = draw(programs(case))
    return Trial(case, Run(calls), Run(calls, failure=draw(st.sampled_from(list(Kind)))))


@st.composite
def erased_entry(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program, and the same one with an entry taken out of its log."""
    case = draw(cases)
    calls = (*right_work(case), *draw(programs(case, 3)))
    place = draw(st.integers(0, 4))
    return Trial(case, Run(calls), Run(calls, erased=place))


def erases(pair: Pair) -> bool:
    """Whether the twin's log is really shorter."""
    return len(pair.after.log) < len(pair.before.log)


def fails(pair: Pair) -> bool:
    """Whether a failure is attached to the twin, and none to the run."""
    return pair.run.failure is None and pair.twin.failure is not None


_ANY = AppliesTo.SCORER

LAWS = (
    Law(
        "failure",
        "A failure that is attached to a rollout never raises its reward.",
        "Otherwise a crash can be worth causing.",
        _ANY,
        failed_run,
        compared(never_more, "a failure", differs_only_in("failure"), fails),
        {"pays the dead": canaries.paying(lambda made: 2.0 * (made.failure is not None))},
    ),
    Law(
        "erased-log",
        "Taking an entry out of the finished log never raises the reward.",
        "Otherwise whoever can reach the log is paid for cleaning it up.",
        _ANY,
        erased_entry,
        compared(never_more, "an entry taken out of the log", differs_only_in("erased"), erases),
        {"pays for short logs": canaries.paying(canaries.per_missing_entry)},
    ),
)
