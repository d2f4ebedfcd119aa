"""Laws of work: what a case asks for is paid, what is left undone is not, evidence never hurts."""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from attackers.program import Call
from audits.laws import canaries
from audits.laws.harm_laws import harmful_payments
from audits.laws.law import AppliesTo, Broken, Law, Subject
from audits.laws.pairs import compared
from audits.laws.relations import costs, never_more, nothing_less
from audits.laws.strategies import REASON, programs, reads, right_work
from audits.laws.trial import Run, Trial, play_run
from desk.refund import Case, RefundRollout, Wrong, wrongs

UNDONE = frozenset({Wrong.UNPAID, Wrong.NOT_ESCALATED, Wrong.UNREAD})
"""What is wrong with a rollout that leaves required work undone."""


@st.composite
def work_done_right(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a case with the right work on it, its reads in either order, further reads around."""
    case = draw(cases)
    first, second, *act = right_work(case)
    both = [first, second] if draw(st.booleans()) else [second, first]
    more = [draw(st.lists(reads(case), max_size=2)) for _ in range(2)]
    return Trial(case, Run((*more[0], *both, *act, *more[1])))


def right_work_is_paid(subject: Subject, trial: Trial) -> Broken | None:
    """Hold right work against full marks."""
    score = subject.scorer.score(play_run(trial.case, trial.run))
    if score.value == subject.scorer.full_marks:
        return None
    short = tuple(name for name, value in score.terms.items() if value < 1)
    return Broken("right work is short of full marks", score, terms=short)


@st.composite
def work_less_one(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw right work, and the same without one of its calls."""
    case = draw(cases)
    work = right_work(case)
    gone = draw(st.sampled_from(range(len(work) - 1, -1, -1)))
    return Trial(case, Run(work), Run((*work[:gone], *work[gone + 1 :])))


def left_out(before: RefundRollout, after: RefundRollout) -> str:
    """Name what was left out, and on what kind of case."""
    gone = Counter(entry.action for entry in before.log)
    gone.subtract(entry.action for entry in after.log)
    tools = " and ".join(sorted((+gone).keys()))
    return f"leaving out {tools} on a case to {before.case.expect.kind}"


@st.composite
def undone_amid_noise(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw right work amid further reads and harm, and the same without one required call."""
    case = draw(cases)
    work = right_work(case)
    noise = st.one_of(reads(case), harmful_payments(case, settled=False).map(lambda some: some[0]))
    between = [draw(st.lists(noise, max_size=1)) for _ in range(len(work) + 1)]
    gone = draw(st.sampled_from(range(len(work) - 1, -1, -1)))
    full = _woven(between, work)
    less = _woven(between, tuple(None if i == gone else call for i, call in enumerate(work)))
    return Trial(case, Run(full), Run(less))


def _woven(between: list[list[Call]], work: tuple[Call | None, ...]) -> tuple[Call, ...]:
    calls = list(between[0])
    for call, noise in zip(work, between[1:], strict=True):
        calls += [call] if call else []
        calls += noise
    return tuple(calls)


def less_is_done(before: RefundRollout, after: RefundRollout) -> bool:
    """Whether the second rollout leaves work undone that the first one did."""
    return bool(UNDONE & set(wrongs(after)) - set(wrongs(before)))


@st.composite
def nothing_or_reading(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a case whose records are both read, and the same with no call at all."""
    case = draw(cases)
    return Trial(case, Run(right_work(case)[:2]), Run())


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


def _reasons(calls: tuple[Call, ...], reason: str) -> tuple[Call, ...]:
    return tuple(call.but(reason=reason) if call.tool == "issue_refund" else call for call in calls)


_DESK = AppliesTo.REFUND_SCORER

LAWS = (
    Law(
        "right-work",
        "Right work earns full marks on every case, whatever the desk then answers.",
        "A reward that denies right work teaches to avoid it.",
        _DESK,
        work_done_right,
        right_work_is_paid,
        {"never pays in full": canaries.paying(lambda _made: -0.5)},
    ),
    Law(
        "required-work",
        "Right work without one of its calls earns less.",
        "What costs nothing to leave out is soon left out.",
        _DESK,
        work_less_one,
        compared(costs, left_out),
        {"pays everybody alike": canaries.flat()},
    ),
    Law(
        "undone-work",
        "Leaving required work undone never raises the reward, whatever else was done.",
        "Otherwise an agent is paid for stopping short.",
        _DESK,
        undone_amid_noise,
        compared(never_more, "leaving out required work", less_is_done),
        {"pays for short logs": canaries.paying(canaries.per_missing_entry)},
    ),
    Law(
        "silence",
        "A run that calls nothing earns less than reading the case and leaving it.",
        "Saying something is not work, and a run that left no trace may never have run.",
        _DESK,
        nothing_or_reading,
        compared(costs, left_out),
        {"pays everybody alike": canaries.flat()},
    ),
    Law(
        "evidence",
        "One more read never costs reward.",
        "Looking twice is never wrong.",
        _DESK,
        one_more_read,
        compared(nothing_less, "one more read"),
        {"pays for short logs": canaries.paying(canaries.per_missing_entry)},
    ),
    Law(
        "reasons",
        "Giving a reason for a payment never costs reward.",
        "An explained payment is worth at least as much as an unexplained one.",
        _DESK,
        reasons_given,
        compared(nothing_less, "a reason given"),
        {"pays for blank reasons": canaries.paying(canaries.per_blank_reason)},
    ),
)
