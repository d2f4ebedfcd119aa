"""Laws of any score, on runs of the settlement desk; and what a dead run is worth there."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from audits.laws import canaries
from audits.laws.groups import record, scores
from audits.laws.law import AppliesTo, Broken, Law, NotApplicableError, Subject
from audits.laws.settlement.calls import programs
from audits.laws.trial import Run, Trial, play_run
from desk import Kind
from desk.settlement import SettlementCase

Cases = SearchStrategy[SettlementCase]


@st.composite
def any_run(draw: DrawFn, cases: Cases) -> Trial:
    """Draw any program on any case; now and then it died."""
    case = draw(cases)
    failure = draw(st.one_of(st.none(), st.sampled_from(list(Kind))))
    return Trial(case, Run(draw(programs(case)), failure=failure))


@st.composite
def two_runs(draw: DrawFn, cases: Cases) -> Trial:
    """Draw two programs on one case that have nothing to do with each other."""
    case = draw(cases)
    return Trial(case, Run(draw(programs(case))), Run(draw(programs(case))))


@st.composite
def failed_run(draw: DrawFn, cases: Cases) -> Trial:
    """Draw a program, and the same one with a failure attached."""
    case = draw(cases)
    calls = draw(programs(case))
    return Trial(case, Run(calls), Run(calls, failure=draw(st.sampled_from(list(Kind)))))


@st.composite
def died(draw: DrawFn, cases: Cases) -> Trial:
    """Draw a program that died at its end."""
    trial = draw(failed_run(cases))
    return Trial(trial.case, trial.twin or Run())


@st.composite
def erased_entry(draw: DrawFn, cases: Cases) -> Trial:
    """Draw a program, and the same one with an entry taken out of its log."""
    case = draw(cases)
    calls = draw(programs(case))
    return Trial(case, Run(calls), Run(calls, erased=draw(st.integers(0, 4))))


def dead_earns_nothing(subject: Subject, trial: Trial) -> Broken | None:
    """Hold a dead run against nothing."""
    if trial.run.failure is None:
        raise NotApplicableError("it did not die")
    score = subject.scorer.score(play_run(trial.case, trial.run))
    return Broken("a dead run is paid", score) if score.value else None


TRIALS = {
    "rescoring": two_runs,
    "range": any_run,
    "terms": any_run,
    "sum": any_run,
    "failure": failed_run,
    "erased-log": erased_entry,
}

LAWS = (
    *(replace(law, trials=TRIALS[law.name]) for law in (*scores.LAWS, *record.LAWS)),
    Law(
        "dead",
        "A run that died earns nothing, or is not scored.",
        "Whoever is paid for dying learns to die.",
        AppliesTo.SETTLEMENT_SCORER,
        died,
        dead_earns_nothing,
        {"pays the dead": canaries.paying(lambda made: 1.0 * (made.failure is not None))},
    ),
)
