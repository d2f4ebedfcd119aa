"""Every fault really strikes: at every place of both runs, with the failure it is there for."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing.process import BaseProcess

import msgspec
import pytest
from msgspec.structs import replace

from attackers.refund import agents
from audits.dead.bases import NOTHING, REFERENCE, Base, bases, honest_failures
from audits.dead.bench import Bench
from audits.dead.fate import Fate
from audits.dead.fault import Fault, NotStruckError, Point, between, inside, throughout
from audits.dead.judge import Struck
from audits.dead.registry import FAULTS
from audits.dead.strikes import Missed, Runs, runs, strikes
from desk import BY, By, Kind
from desk.refund import RefundRollout, eval_cases, wrongs
from scorer import hardened
from tests.strategies import eval_case

CAREFUL = agents()["careful"].act
ROLLOUT_FAULTS = [fault for fault in FAULTS.values() if isinstance(fault, Fault)]
SLOW = ("no-answer",)


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with Bench() as made:
        yield made


@pytest.fixture(scope="module")
def few() -> Runs:
    """The runs of a case to pay, whose payment times out, and of one to hold."""
    return runs(CAREFUL, [eval_case("timeout-01"), eval_case("dupticket-01")])


def made(fault: Fault, few: Runs, bench: Bench) -> list[Struck]:
    found = list(strikes(fault, few, bench))
    assert not [one for one in found if isinstance(one, Missed)]
    return [one for one in found if isinstance(one, Struck)]


def test_there_are_at_least_24_ways_to_die_and_each_is_described():
    assert len([fault for fault in ROLLOUT_FAULTS if fault.fate is Fate.DEAD]) >= 24
    assert all(fault.what and not fault.what.endswith(".") for fault in FAULTS.values())
    assert len({fault.what for fault in FAULTS.values()}) == len(FAULTS)


def test_every_kind_of_failure_has_a_fault_that_causes_it():
    assert {fault.kind for fault in ROLLOUT_FAULTS if fault.kind} == set(Kind)


@pytest.mark.parametrize("fault", ROLLOUT_FAULTS, ids=lambda fault: fault.name)
def test_a_fault_strikes_and_leaves_the_failure_that_it_is_there_for(
    fault: Fault, few: Runs, bench: Bench
):
    found = made(fault, few, bench)
    assert found
    for one in found:
        failure = one.rollout.failure
        assert (failure.kind if failure else None) is fault.kind
        assert one.by == (BY[fault.kind] if fault.kind else None)


@pytest.mark.parametrize(
    "fault",
    [fault for fault in ROLLOUT_FAULTS if fault.points is between and fault.name not in SLOW],
    ids=lambda fault: fault.name,
)
def test_a_fault_between_calls_strikes_before_the_first_between_each_two_and_after_the_last(
    fault: Fault, few: Runs, bench: Bench
):
    for base in few.cheap:
        done = [len(one.rollout.log) for one in made(fault, Runs((base,), (base,)), bench)]
        replayed = 1 if base.case.fault and base.name == REFERENCE else 0
        assert len(done) == len(base.calls) + 1
        assert done == sorted(done)
        assert (done[0], done[-1]) == (0, len(base.calls) - replayed)


def test_after_the_last_call_all_the_work_was_done_and_is_worth_nothing(few: Runs, bench: Bench):
    """What is left is the log and the books of right work, with a failure attached."""
    seen: set[str] = set()
    for fault in ROLLOUT_FAULTS:
        if fault.points is between:
            for one in made(fault, few, bench):
                if one.run == REFERENCE and one.where == "after the last call":
                    assert wrongs(one.rollout) == ()
                    assert not hardened().score(one.rollout).value
                    assert hardened().score(replace(one.rollout, failure=None)).value == 1.0
                    seen.add(fault.name)
    assert len(seen) >= 20


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("case", eval_cases().cases, ids=lambda case: case.id)
def test_right_work_with_any_failure_attached_scores_nothing(case, kind: Kind):
    from desk import died
    from scorer import published

    right, _ = bases(CAREFUL, case)
    failed = replace(right.rollout, failure=died(kind))
    for scorer in (hardened(), published()):
        assert scorer.score(right.rollout).value == 1.0
        score = scorer.score(failed)
        assert not score.value
        assert score.dead
    assert (hardened().score(failed).value is None) == (BY[kind] is By.INFRASTRUCTURE)


def test_a_tool_that_raises_has_acted_inside_a_call_and_not_before_it(few: Runs, bench: Bench):
    fault = FAULTS["tool-raises"]
    assert isinstance(fault, Fault)
    logged = [len(one.rollout.log) for one in made(fault, Runs(few.cheap[2:3], ()), bench)]
    assert logged == [0, 1, 1, 2]


def test_a_worker_killed_inside_a_payment_leaves_it_in_the_log_and_not_in_the_books(
    few: Runs, bench: Bench
):
    fault = FAULTS["killed-inside"]
    assert isinstance(fault, Fault)
    cut = next(
        one.rollout
        for one in made(fault, few, bench)
        if one.case == "timeout-01" and one.rollout.log[-1].action == "issue_refund"
    )
    assert cut.end.payments == ()
    assert cut.failure.detail == "signal 9"
    assert cut.messages[-1].tool_calls[0].function.name == "issue_refund"
    assert cut.log_fault() is None


def test_a_worker_that_nobody_kills_leaves_what_the_same_run_leaves_in_process():
    from audits.dead.worker import GO, work

    for case in (eval_case("timeout-01"), eval_case("overcap-01")):
        for base in bases(CAREFUL, case):
            rollout = work(base, lambda _heard, _child: GO)
            assert rollout.failure is None
            assert (rollout.log, rollout.end) == (base.rollout.log, base.rollout.end)
            assert rollout.log_fault() is None
            assert hardened().score(rollout) == hardened().score(base.rollout)


def test_a_worker_leaves_at_once_when_its_audit_is_stopped():
    from audits.dead.worker import GO, Heard, work

    seen: list[BaseProcess] = []

    def stopped(heard: Heard, child: BaseProcess) -> bytes:
        seen.append(child)
        if heard.log:
            raise KeyboardInterrupt
        return GO

    with pytest.raises(KeyboardInterrupt):
        work(bases(CAREFUL, eval_case("timeout-01"))[0], stopped)
    assert seen[-1].exitcode == 1, "it was killed after the patience of a hang"


def test_what_lives_through_a_fault_ends_in_right_work(few: Runs, bench: Bench):
    for fault in ROLLOUT_FAULTS:
        if fault.fate is Fate.ALIVE:
            for one in made(fault, few, bench):
                assert one.rollout.failure is None
                assert wrongs(one.rollout) == ()


def test_a_doubled_read_is_in_the_log_twice_and_a_doubled_payment_once(few: Runs, bench: Bench):
    fault = FAULTS["doubled-call"]
    assert isinstance(fault, Fault)
    for one in made(fault, Runs(few.cheap[:1], ()), bench):
        actions = [entry.action for entry in one.rollout.log]
        assert actions.count("issue_refund") == 1
        assert len(actions) in (4, 5)


def test_a_silent_fault_leaves_nothing_that_verifies(few: Runs, bench: Bench):
    for fault in ROLLOUT_FAULTS:
        if fault.fate is Fate.SILENT:
            for one in made(fault, few, bench):
                assert one.rollout.log_fault() or not one.rollout.log


@pytest.mark.parametrize("name", ["http-500", "dropped", "half-body", "killed-between", "cut-log"])
def test_the_same_strikes_are_made_each_time(name: str, few: Runs, bench: Bench):
    fault = FAULTS[name]
    assert isinstance(fault, Fault)
    once, twice = (msgspec.json.encode(made(fault, few, bench)) for _ in range(2))
    assert once == twice


def _fault(strike, fate: Fate = Fate.DEAD, kind: Kind | None = Kind.TIMEOUT, points=between):
    return Fault(
        name="odd", group="test", what="odd", fate=fate, kind=kind, points=points, strike=strike
    )


def _undisturbed(_bench: Bench, base: Base, _point: Point) -> RefundRollout:
    return base.rollout


@pytest.mark.parametrize(
    ("fate", "kind", "why"),
    [
        (Fate.DEAD, Kind.TIMEOUT, "expected timeout on record, got none"),
        (Fate.UNOPENED, None, "a world was opened"),
        (Fate.SILENT, None, "the log verifies"),
    ],
)
def test_a_fault_that_leaves_the_run_as_it_was_has_missed(
    fate: Fate, kind: Kind | None, why: str, few: Runs, bench: Bench
):
    found = list(strikes(_fault(_undisturbed, fate, kind), Runs(few.references, ()), bench))
    assert found
    for one in found:
        assert isinstance(one, Missed)
        assert why in one.why


def test_what_ended_in_wrong_work_did_not_live_through_it(few: Runs, bench: Bench):
    def idle(_bench: Bench, base: Base, _point: Point) -> RefundRollout:
        return bases(CAREFUL, base.case)[1].rollout

    found = list(strikes(_fault(idle, Fate.ALIVE, None), Runs(few.references, ()), bench))
    assert all(isinstance(one, Missed) and "right work" in one.why for one in found)


@pytest.mark.parametrize("error", [NotStruckError("no"), OSError("no socket")])
def test_a_strike_that_could_not_be_made_is_missed_and_says_why(
    error: Exception, few: Runs, bench: Bench
):
    def fails(_bench: Bench, _base: Base, _point: Point) -> RefundRollout:
        raise error

    found = list(strikes(_fault(fails), few, bench))
    assert all(isinstance(one, Missed) and str(error) in one.why for one in found)


def test_places_alternate_between_and_inside():
    base = bases(CAREFUL, eval_case("dupticket-01"))[0]
    assert [point.where for point in throughout(base)] == [
        "before the first call",
        "inside call 1",
        "between calls 1 and 2",
        "inside call 2",
        "after the last call",
    ]
    idle = bases(CAREFUL, eval_case("dupticket-01"))[1]
    assert [point.where for point in between(idle)] == ["before any call"]
    assert inside(idle) == []


def test_a_few_runs_cover_every_family_expectation_and_tool_fault():
    every = eval_cases().cases
    struck = runs(CAREFUL, every)
    kinds = {(case.family, case.expect.kind, case.fault) for case in every}
    assert {
        (base.case.family, base.case.expect.kind, base.case.fault) for base in struck.cheap
    } == kinds
    real = {(base.case.expect.kind, base.case.fault) for base in struck.real}
    assert real == {(case.expect.kind, case.fault) for case in every}
    assert {base.case.id for base in struck.real} <= {base.case.id for base in struck.cheap}
    assert {base.name for base in struck.cheap} == {REFERENCE, NOTHING}


def test_all_cases_are_all_cases():
    struck = runs(CAREFUL, eval_cases().cases, all_cases=True)
    assert [base.case for base in struck.references] == list(eval_cases().cases)
    assert struck.real == struck.cheap


@pytest.mark.parametrize("case", eval_cases().cases, ids=lambda case: case.id)
def test_every_case_has_honest_failures_that_are_wrong_and_verify(case):
    found = honest_failures(agents().values(), case)
    assert found
    for rollout in found:
        assert rollout.failure is None
        assert rollout.log
        assert rollout.log_fault() is None
        assert wrongs(rollout)
