"""What a breach does not need is taken away, and nothing that it needs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from attackers.program import Call
from audits.laws import LAWS, NotApplicableError, Subject, Trial
from audits.laws.plainer import plainest
from audits.laws.strategies import payment, read, right_work
from audits.laws.trial import Run
from desk.refund import Case, Expectation, Line, Prior
from scorer import published

CASE = Case(
    id="rich",
    order="10",
    lines=(Line("A", 100), Line("B", 200), Line("C", 300)),
    expect=Expectation("pay", 200),
    priors=(Prior("10", "C", 300, "p1"), Prior("20", "A", 100, "p2")),
    fault="timeout",
    stale=True,
)
BOTH = right_work(CASE)[:2]
NOISE = read("lookup_order", "99")
STRAY = payment("20", 200, "stray", "B")


def breaks(law: str) -> Callable[[Trial], bool]:
    def still(trial: Trial) -> bool:
        try:
            return LAWS[law].check(Subject(published()), trial) is not None
        except NotApplicableError:
            return False

    return still


def test_calls_that_both_runs_make_for_nothing_go_from_both():
    run = (NOISE, *BOTH, NOISE)
    trial = Trial(CASE, Run(run), Run((*run, STRAY)))
    assert breaks("harm-after-work")(trial)
    small = plainest(trial, breaks("harm-after-work"))
    assert small.run.calls == ()
    assert small.twin is not None and small.twin.calls == (STRAY,)


def test_rows_lines_and_faults_that_do_not_matter_go_and_the_owed_line_stays():
    trial = Trial(CASE, Run(BOTH), Run((*BOTH, STRAY)))
    case = plainest(trial, breaks("harm-after-work")).case
    assert (case.fault, case.stale, case.priors) == (None, False, ())
    assert case.lines == (Line("B", 200),)
    assert case.total == 200


def test_a_case_that_was_given_stays_as_it_is():
    trial = Trial(CASE, Run(BOTH), Run((*BOTH, STRAY)))
    assert plainest(trial, breaks("harm-after-work"), whole_case=True).case == CASE


@pytest.mark.parametrize("needed", [(), (NOISE,), (BOTH[0], NOISE), (*BOTH, STRAY, STRAY)])
def test_what_is_needed_stays_in_its_order(needed: tuple[Call, ...]):
    def still(trial: Trial) -> bool:
        left = iter(trial.run.calls)
        return all(any(call == one for one in left) for call in needed)

    trial = Trial(CASE, Run((*BOTH, NOISE, *BOTH, STRAY, NOISE, STRAY), late=(NOISE,)))
    assert plainest(trial, still).run == Run(needed)


def test_what_is_no_longer_a_breach_is_never_kept():
    trial = Trial(CASE, Run(BOTH), Run((*BOTH, STRAY)))
    assert plainest(trial, lambda _smaller: False) == trial
