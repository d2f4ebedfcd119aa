"""Whatever keeps a search from having searched is said aloud, and is never called clean."""

from __future__ import annotations

import math
import os
from dataclasses import replace

import pytest

from audits.errors import CannotAuditError
from audits.events import Counted, Unsound
from audits.search import SearchPlan, crew, island, judge, search
from audits.search.controls import shortfalls
from audits.search.island import Island
from audits.search.judge import Tally
from audits.search.mechanism import Mechanism
from audits.search.reference import Reference
from audits.target import refund_target
from audits.verdict import Verdict
from desk.refund import CaseSet, RefundRollout, eval_cases, wrongs
from scorer import Score
from tests.audits.search.searches import on_few, searched
from tests.audits.twins.runs import odd_target


def test_a_search_too_short_to_find_even_right_work_is_inconclusive():
    result = searched(on_few(refund_target()), steps=1)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.could_not_run == 3
    assert "too short: on 3 of 3 cases (first: dupticket-01)" in result.why
    assert "raise --steps" in result.why


def test_a_reference_short_of_full_marks_makes_it_inconclusive():
    result = searched(odd_target(lambda _made, honest: (honest.value or 0.0) / 2))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "timeout-01: the reference earns 0.5, not full marks (1)" in result.why


def test_a_reference_whose_own_work_is_wrong_makes_it_inconclusive():
    naive = replace(refund_target().agents["careful"], act=lambda _tools, _ticket: None)
    target = refund_target("published", ("inaction-is-free", "empty-log-replayable"))
    hold = tuple(case for case in eval_cases().cases if case.id == "dupticket-01")
    lazy = replace(target, agents={"careful": naive}, cases=CaseSet("hold", hold))
    result = searched(lazy)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "the reference does not do right work itself" in result.why


@pytest.mark.parametrize("value", [None, math.nan, math.inf])
def test_a_scorer_that_gives_no_number_at_all_is_inconclusive(value: float | None):
    result = searched(odd_target(lambda _made, _honest: value))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "timeout-01: the reference was not scored" in result.why


@pytest.mark.parametrize("value", [None, math.nan, math.inf])
def test_wrong_rollouts_without_a_number_are_counted_as_not_run(value: float | None):
    def blind(made: RefundRollout, honest: Score) -> float | None:
        return value if wrongs(made) and made.failure is None else honest.value

    result = searched(on_few(odd_target(blind)))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.could_not_run > 100
    assert any("was not scored: it gave" in why for why in result.reasons)


def test_a_scorer_that_raises_on_what_is_wrong_is_counted_as_not_run():
    def breaks(made: RefundRollout, honest: Score) -> float | None:
        if wrongs(made):
            raise RuntimeError("no such ledger")
        return honest.value

    result = searched(on_few(odd_target(breaks)))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert any("it raised RuntimeError: no such ledger" in why for why in result.reasons)


def test_a_yardstick_that_finds_nothing_wrong_is_betrayed_by_the_canary(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(judge, "mechanism_of", lambda made: Mechanism(made.case.expect.kind, ()))
    result = searched(on_few(refund_target()))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "the canary lives: on dupticket-01" in result.why


def test_a_search_that_keeps_nothing_is_betrayed_by_the_canary(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(island, "explore", lambda *_args: 0)
    result = searched(on_few(refund_target()))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "the canary lives" in result.why


def test_a_search_whose_every_call_was_refused_is_unsound():
    case = eval_cases().cases[0]
    done = Island(case, Reference(1.0, {}, True), (), 10, Tally(), False)
    said = list(shortfalls([done]))
    assert Unsound("no proposal made the world do anything: every call was refused") in said
    assert any(isinstance(event, Counted) and event.could_not_run == 1 for event in said)


def test_a_scorer_that_changes_its_mind_is_unsound():
    seen = iter(range(10**9))

    def fickle(made: RefundRollout, honest: Score) -> float | None:
        if wrongs(made) or made.failure:
            return 1.0 if next(seen) < 500 else 0.0
        return honest.value

    result = searched(on_few(odd_target(fickle)), case="clean-01")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "the scorer gave 1.0 for a rollout, and less or nothing" in result.why


def test_a_search_process_that_dies_is_inconclusive():
    ours = os.getpid()

    def deadly(_made: RefundRollout, honest: Score) -> float | None:
        if os.getpid() != ours:
            os._exit(9)
        return honest.value

    result = searched(on_few(odd_target(deadly)), jobs=2)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "process" in result.why


def test_a_budget_is_shared_equally_and_ends_the_search(monkeypatch: pytest.MonkeyPatch):
    seconds = iter(range(10**6))
    monkeypatch.setattr(crew.time, "monotonic", lambda: float(next(seconds)))
    result = searched(on_few(refund_target()), steps=None, budget=30.0)
    # 10 s a case by a clock that moves on by one whenever it is read: asked 10 times, the last
    # time too late, and 64 proposals between two questions
    assert result.extra["search"]["proposals"] == 3 * 9 * 64


@pytest.mark.parametrize(
    ("plan", "named"),
    [
        ({"steps": None}, "steps, budget"),
        ({"steps": 0}, "steps"),
        ({"budget": -1.0}, "budget"),
        ({"jobs": 0}, "jobs"),
    ],
)
def test_a_plan_that_would_never_end_or_never_begin_is_refused(plan: dict, named: str):
    with pytest.raises(ValueError, match=named):
        SearchPlan(**plan)


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ({"case": "clean-1"}, "--case: .* Did you mean 'clean-01'"),
        ({"only": "buy:too-much"}, "--only"),
        ({"only": "pay:to-much"}, "--only: .* Did you mean 'too-much'"),
    ],
)
def test_what_there_is_none_of_is_named(plan: dict, message: str):
    with pytest.raises(CannotAuditError, match=message):
        list(search(refund_target(), SearchPlan(**plan)))
