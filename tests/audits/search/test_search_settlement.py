"""The search on the settlement desk: each rule that is turned back is found out from nothing."""

from __future__ import annotations

import pytest

from attackers.program import Call
from attackers.search import MoveSet, Step
from attackers.search.field import FIELDS
from attackers.search.settlement import timed
from audits.attacks import DEFAULT_MARGIN, AgentVerdict, attack, seats, select
from audits.desks import desk_of
from audits.result import Result
from audits.search.plan import ROUNDS
from audits.verdict import Verdict
from scorer.settlement_rules import REVERTS
from tests.audits.search.searches import searched

FOUND: dict[str, tuple[str, str]] = {
    "no-dead-guard": ("u081", "any:died"),
    "log-unverified": ("u081", "close:unverified"),
    "charged-twice": ("u124", "ship:charged-twice"),
    "unpaid": ("u081", "close:given-away"),
    "charged-unshipped": ("u027a", "hand-over:charged-unshipped"),
    "unasked": ("u081", "close:needless-handover"),
    "asked-of-another": ("u027a", "hand-over:unasked"),
    "any-answer": ("u081", "close:unasked"),
    "old-word": ("u079", "retry:unasked"),
    "early-handover": ("u081", "close:needless-handover"),
    "known-handover": ("u081", "close:needless-handover"),
    "shipped-early": ("u079", "retry:premature"),
    "closed-pending": ("u001b", "close:premature"),
    "given-up": ("u079", "retry:given-up"),
    "left-open": ("u081", "close:left-open"),
}
"""For each rule a case on which its hole is found, and the mechanism that is told."""


def on(case: str, *reverts: str, **plan: object) -> Result:
    target = desk_of("settlement").target(None, reverts, (), "eval")
    return searched(target, case=case, steps=2_000, **plan)


@pytest.mark.parametrize("case", sorted({case for case, _ in FOUND.values()}))
def test_the_scorer_as_it_stands_pays_nothing_wrong_half(case: str):
    result = on(case)
    assert (result.verdict, result.findings) == (Verdict.CLEAN, [])


@pytest.mark.parametrize("rule", REVERTS)
def test_each_rule_that_is_turned_back_is_found_out_from_nothing(rule: str):
    case, mechanism = FOUND[rule]
    hands = rule == "log-unverified"
    result = on(case, rule, moves=MoveSet.ALL if hands else MoveSet.TOOLS)
    told = {one.shape.split(" ")[0]: one for one in result.findings}
    assert mechanism in told, (result.why, list(told))
    found = told[mechanism]
    assert found.rule == ("D201" if rule == "no-dead-guard" else "S601")
    assert found.earned == found.reference_earned == 1.0
    assert found.replay.startswith(f"clawback search --case {case} --only {mechanism}")


def test_a_wait_until_a_tick_takes_what_is_left_until_then():
    names = FIELDS["settlement"].signatures(MoveSet.TOOLS)
    sketch = (Step("wait", (1,)), Step("probe_processor", (0,)), Step("wait", (0,)))
    case = desk_of("settlement").target(None, (), (), "eval").cases.cases[0]
    made = FIELDS["settlement"].written(sketch, case, names)
    assert [call.args.get("ticks") for call in made] == [385, None, 70]
    assert timed((Call("wait", {"ticks": 700}), Call("wait", {"ticks": -580})))[1].args == {
        "ticks": 1
    }


def test_a_case_that_wants_a_retry_is_searched_until_right_work_is_paid():
    result = on("u078")
    assert (result.verdict, result.could_not_run) == (Verdict.CLEAN, 0)
    numbers = result.extra["search"]
    assert numbers["reached_reference"] == 1
    assert numbers["proposals"] in {2_000 * rounds for rounds in range(1, ROUNDS + 1)}


def test_a_search_that_is_too_short_for_right_work_stops_in_the_end_and_says_so():
    target = desk_of("settlement").target(None, (), (), "eval")
    result = searched(target, case="u078", steps=100)
    assert (result.verdict, result.extra["search"]["proposals"]) == (
        Verdict.INCONCLUSIVE,
        100 * ROUNDS,
    )
    assert "raise --steps" in result.why


def test_what_changes_nothing_is_no_behaviour_of_its_own():
    case = desk_of("settlement").target(None, (), (), "eval").cases.cases[0]
    calls = [("read_erp", {}), ("wait", {"ticks": 5}), ("probe_processor", {"ref": case.task.ref})]
    calls += [("retry_capture", {"key": case.task.ref})]
    idle = FIELDS["settlement"].stage(tuple(Call(tool, args) for tool, args in calls), case)
    assert FIELDS["settlement"].did(idle) == ()
    acts = (Call("probe_processor", {"ref": case.task.ref}), Call("close", {}))
    assert FIELDS["settlement"].did(FIELDS["settlement"].stage(acts, case)) == ("close",)


@pytest.mark.parametrize("rule", REVERTS)
def test_no_rule_that_is_turned_back_keeps_the_suite_from_a_verdict(rule: str):
    """What is found makes `attack --all` exit 1 only while the reference is at full marks."""
    target = desk_of("settlement").target(None, (rule,), (), "eval")
    (row,) = attack(target, select(seats(target), target.reference.name), DEFAULT_MARGIN)
    assert row.verdict is AgentVerdict.FULL_MARKS
