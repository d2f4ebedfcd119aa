"""Laws of work: what a case asks for is paid, what is left undone is not, evidence never hurts."""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from msgspec.structs import replace

from attackers.program import Call
from audits.edits.ruling import READS_BEFORE_ESCALATING
from audits.laws import canaries
from audits.laws.groups.harm import harmful_payments
from audits.laws.kin import calls_differ, one_fewer
from audits.laws.law import AppliesTo, Broken, Check, Law, NotApplicableError, Subject
from audits.laws.money import unowed_cents
from audits.laws.pairs import Pair, compared, played
from audits.laws.relations import costs, never_more
from audits.laws.strategies import reads, right_work
from audits.laws.trial import Run, Trial, play_run
from desk.refund import Case, Wrong, wrongs

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
    made = play_run(trial.case, trial.run)
    if subject.world.wrongs(made):
        raise NotApplicableError("the work is not right")
    score = subject.scorer.score(made)
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


def right_and_then_not(pair: Pair) -> bool:
    """Whether the run is right work, and the twin leaves work undone."""
    return not wrongs(pair.before) and bool(UNDONE & set(wrongs(pair.after)))


def left_out(pair: Pair) -> str:
    """Name what was left out, and on what kind of case."""
    gone = Counter(entry.action for entry in pair.before.log)
    gone.subtract(entry.action for entry in pair.after.log)
    tools = " and ".join(sorted((+gone).keys()))
    return f"leaving out {tools} on a case to {pair.case.expect.kind}"


def unless_only_unread(check: Check) -> Check:
    """Doubt what a check finds where only reads are missing, on a case to escalate."""

    def judge(subject: Subject, trial: Trial) -> Broken | None:
        broken = check(subject, trial)
        if broken is None or trial.case.expect.kind != "escalate":
            return broken
        pair = played(trial)
        new = set(wrongs(pair.after)) - set(wrongs(pair.before))
        return replace(broken, doubt=READS_BEFORE_ESCALATING) if new == {Wrong.UNREAD} else broken

    return judge


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


def less_is_done(pair: Pair) -> bool:
    """Whether the twin leaves work undone that the run did, and does no less harm."""
    return bool(UNDONE & set(wrongs(pair.after)) - set(wrongs(pair.before))) and (
        unowed_cents(pair.after) >= unowed_cents(pair.before)
    )


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
        unless_only_unread(compared(costs, left_out, calls_differ(one_fewer), right_and_then_not)),
        {"pays everybody alike": canaries.flat()},
    ),
    Law(
        "undone-work",
        "Leaving required work undone never raises the reward, whatever else was done.",
        "Otherwise an agent is paid for stopping short.",
        _DESK,
        undone_amid_noise,
        compared(never_more, "leaving out required work", calls_differ(one_fewer), less_is_done),
        {"pays for short logs": canaries.paying(canaries.per_missing_entry)},
    ),
)
