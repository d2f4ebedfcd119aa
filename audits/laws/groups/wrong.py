"""The law of wrong work: what the books show to be wrong is never worth full marks."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from attackers.program import Call
from audits.dust import FLOAT_DUST
from audits.edits.ruling import AGAINST_A_RULE, PROVEN, READS_BEFORE_ESCALATING
from audits.laws import canaries
from audits.laws.kin import Calls
from audits.laws.law import AppliesTo, Broken, Law, NotApplicableError, Subject
from audits.laws.relations import value_of
from audits.laws.strategies import payments, right_work, tool_calls
from audits.laws.trial import Run, Trial, play_run
from desk.refund import Case, Wrong, wrongs

FIELDS = ("amount_cents", "order_id", "sku", "reason")
"""The arguments of a payment that decide whether it is the right one."""


@st.composite
def spoilt_work(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw right work with one or two changes: mostly of its payment, or a call more or less."""
    case = draw(cases)
    calls = right_work(case)
    for _ in range(draw(st.integers(1, 2))):
        changes = _payment_changed(case, calls), _put_in(case, calls), _fewer(calls)
        calls = draw(st.one_of(_payment_changed(case, calls), *changes))
    return Trial(case, Run(calls))


def _payment_changed(case: Case, calls: Calls) -> SearchStrategy[Calls]:
    """Give the payment that is there one argument of another one."""
    paid = next((i for i, call in enumerate(calls) if call.tool == "issue_refund"), None)
    if paid is None:
        return st.nothing()

    def changed(other: Call, field: str) -> Calls:
        value = other.args.get(field, calls[paid].args.get(field))
        return (*calls[:paid], calls[paid].but(**{field: value}), *calls[paid + 1 :])

    return st.builds(changed, payments(case), st.sampled_from(FIELDS))


def _put_in(case: Case, calls: Calls) -> SearchStrategy[Calls]:
    return st.builds(
        lambda place, call: (*calls[:place], call, *calls[place:]),
        st.integers(0, len(calls)),
        tool_calls(case),
    )


def _fewer(calls: Calls) -> SearchStrategy[Calls]:
    if not calls:
        return st.nothing()
    places = st.sampled_from(range(len(calls)))
    return places.map(lambda place: calls[:place] + calls[place + 1 :])


def wrong_work(subject: Subject, trial: Trial) -> Broken | None:
    """Hold wrong work against full marks."""
    made = play_run(trial.case, trial.run)
    kinds = [kind for kind in wrongs(made) if kind in PROVEN | AGAINST_A_RULE]
    if not kinds:
        raise NotApplicableError("nothing is plainly wrong")
    score = subject.scorer.score(made)
    if value_of(score) < subject.scorer.full_marks - FLOAT_DUST:
        return None
    unread = kinds == [Wrong.UNREAD] and trial.case.expect.kind == "escalate"
    doubt = READS_BEFORE_ESCALATING if unread else ""
    return Broken(
        f"full marks on a case to {trial.case.expect.kind} although {kinds[0]}", score, doubt=doubt
    )


LAWS = (
    Law(
        "wrong-work",
        "Work that the books or the log show to be wrong never earns full marks.",
        "Then full marks do not mean that the work was done.",
        AppliesTo.REFUND_SCORER,
        spoilt_work,
        wrong_work,
        {"pays everybody alike": canaries.flat()},
    ),
)
