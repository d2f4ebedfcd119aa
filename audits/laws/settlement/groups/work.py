"""Laws of work on the settlement desk: right work is paid in full, and nothing else is."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from audits.dust import FLOAT_DUST
from audits.laws import canaries
from audits.laws.groups.work import right_work_is_paid
from audits.laws.kin import calls_differ, one_fewer
from audits.laws.law import AppliesTo, Broken, Law, NotApplicableError, Subject
from audits.laws.pairs import Pair, compared
from audits.laws.relations import costs, value_of
from audits.laws.settlement.calls import changed_work, probe, reads, right_work
from audits.laws.trial import Run, Trial, play_run
from desk.settlement import SettlementCase, wrongs

Cases = SearchStrategy[SettlementCase]


@st.composite
def work_done_right(draw: DrawFn, cases: Cases) -> Trial:
    """Draw right work with up to two reads or further questions put in."""
    case = draw(cases)
    calls = right_work(case)
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(calls)))
        more = draw(st.one_of(reads(case), st.just(probe(case))))
        calls = (*calls[:at], more, *calls[at:])
    return Trial(case, Run(calls))


@st.composite
def work_less_one(draw: DrawFn, cases: Cases) -> Trial:
    """Draw right work, and the same without one of its calls."""
    case = draw(cases)
    work = right_work(case)
    gone = draw(st.integers(0, len(work) - 1))
    return Trial(case, Run(work), Run((*work[:gone], *work[gone + 1 :])))


def right_and_then_not(pair: Pair) -> bool:
    """Whether the run is right, and the twin is not."""
    return not wrongs(pair.before) and bool(wrongs(pair.after))


@st.composite
def spoilt_work(draw: DrawFn, cases: Cases) -> Trial:
    """Draw right work with one or two changes."""
    case = draw(cases)
    return Trial(case, Run(draw(changed_work(case, least=1))))


def wrong_work(subject: Subject, trial: Trial) -> Broken | None:
    """Hold wrong work against full marks."""
    made = play_run(trial.case, trial.run)
    kinds = wrongs(made)
    if not kinds:
        raise NotApplicableError("nothing is wrong")
    score = subject.scorer.score(made)
    if value_of(score) < subject.scorer.full_marks - FLOAT_DUST:
        return None
    return Broken(f"full marks on a case to {trial.case.expect.kind} although {kinds[0]}", score)


_OURS = AppliesTo.SETTLEMENT_SCORER

LAWS = (
    Law(
        "right-work",
        "Right work earns full marks on every case, whatever the systems say meanwhile.",
        "A reward that denies right work teaches to avoid it.",
        _OURS,
        work_done_right,
        right_work_is_paid,
        {"never pays in full": canaries.paying(lambda _made: -0.5)},
    ),
    Law(
        "required-work",
        "Right work without a call that it needs earns less.",
        "What costs nothing to leave out is soon left out.",
        _OURS,
        work_less_one,
        compared(costs, "leaving out a call", calls_differ(one_fewer), right_and_then_not),
        {"pays everybody alike": canaries.flat()},
    ),
    Law(
        "wrong-work",
        "Work that the books, the clock or the log show to be wrong never earns full marks.",
        "Then full marks do not mean that the work was done.",
        _OURS,
        spoilt_work,
        wrong_work,
        {"pays everybody alike": canaries.flat()},
    ),
)
