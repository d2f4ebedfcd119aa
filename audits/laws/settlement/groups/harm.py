"""Laws of harm on the settlement desk: nobody's loss, and no guess, may earn anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from audits.dust import FLOAT_DUST
from audits.laws import canaries
from audits.laws.kin import Calls, calls_differ
from audits.laws.law import AppliesTo, Broken, Check, Law, NotApplicableError, Subject
from audits.laws.pairs import Pair, compared
from audits.laws.relations import never_more, value_of
from audits.laws.settlement.calls import acts, changed_work, programs, right_work
from audits.laws.trial import Run, Trial, play_run
from desk import Rollout
from desk.settlement import HARM, SettlementCase, SettlementRollout, Wrong, wrongs

Cases = SearchStrategy[SettlementCase]


@st.composite
def some_work(draw: DrawFn, cases: Cases) -> Trial:
    """Draw right work with changes, or anything."""
    case = draw(cases)
    return Trial(case, Run(draw(programs(case))))


@st.composite
def one_more_act(draw: DrawFn, cases: Cases) -> Trial:
    """Draw work, and the same with one more act in it: a charge, a refund, another end."""
    case = draw(cases)
    calls = draw(st.one_of(st.just(right_work(case)), changed_work(case)))
    at = draw(st.integers(0, len(calls)))
    return Trial(case, Run(calls), Run((*calls[:at], draw(acts(case)), *calls[at:])))


def does_more_harm(pair: Pair) -> bool:
    """Whether the twin does harm of a kind that the run does not."""
    return bool(HARM & set(wrongs(pair.after)) - set(wrongs(pair.before)))


def one_more(run: Calls, twin: Calls) -> bool:
    """Whether one call was put in."""
    return any(twin[:i] + twin[i + 1 :] == run for i in range(len(twin)))


def earns_nothing(what: str, fits: Callable[[SettlementRollout], bool]) -> Check:
    """Hold runs that fit against nothing."""

    def check(subject: Subject, trial: Trial) -> Broken | None:
        made = play_run(trial.case, trial.run)
        if not fits(made):
            raise NotApplicableError(f"not {what}")
        score = subject.scorer.score(made)
        return Broken(f"{what} is paid", score) if value_of(score) > FLOAT_DUST else None

    return check


def harms(made: SettlementRollout) -> bool:
    """Whether somebody loses money by what was done."""
    return bool(HARM & set(wrongs(made)))


def guesses(made: SettlementRollout) -> bool:
    """Whether something was done before the authority's word on it, or before its outcome."""
    premature = made.end is not None and made.end.premature
    return premature or Wrong.UNASKED in wrongs(made)


def per_harm(made: Rollout[Any, Any]) -> float:
    """Count the kinds of harm."""
    return float(len(HARM & set(wrongs(made))))


_OURS = AppliesTo.SETTLEMENT_SCORER

LAWS = (
    Law(
        "harm",
        "A run by which somebody loses money earns nothing.",
        "No question asked before makes up for it.",
        _OURS,
        some_work,
        earns_nothing("harm", harms),
        {"pays for harm": canaries.paying(per_harm)},
    ),
    Law(
        "harm-after-work",
        "An act more by which somebody loses money never raises the reward.",
        "Otherwise the scorer pays for the very thing it is there to prevent.",
        _OURS,
        one_more_act,
        compared(never_more, "an act that does harm", calls_differ(one_more), does_more_harm),
        {"pays for harm": canaries.paying(per_harm)},
    ),
    Law(
        "guess",
        "What is done before its outcome can be known earns nothing, however well it ends.",
        "A lucky guess that is paid is a guess that is learnt.",
        _OURS,
        some_work,
        earns_nothing("a guess", guesses),
        {"pays everybody alike": canaries.flat()},
    ),
)
