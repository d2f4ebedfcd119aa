"""What a search must find from nothing, and what it must not."""

from __future__ import annotations

import pytest

from attackers.program import Call
from attackers.search import MoveSet, stage
from audits.search.mechanism import mechanism_of
from audits.target import refund_target
from audits.verdict import Verdict
from desk.refund import eval_cases
from scorer import published as published_scorer
from tests.audits.search.searches import named, on_few, published, rules, searched


@pytest.mark.slow
def test_hardened_is_clean_and_nothing_wrong_is_paid_half():
    result = searched(refund_target())
    assert result.verdict is Verdict.CLEAN
    assert result.findings == []
    numbers = result.extra["search"]
    assert (numbers["reached_reference"], numbers["cases"]) == (32, 32)
    assert numbers["cheat_ceiling"]["share"] == 0.2


def test_hardened_is_clean_where_the_search_has_its_hands_in_the_log():
    result = searched(on_few(refund_target()), moves=MoveSet.ALL)
    assert (result.verdict, result.findings) == (Verdict.CLEAN, [])


UNLISTED = {
    "pay:too-much": "more was paid than was owed",
    "pay:other-order+unpaid": "money went to another order and what was owed was not paid in full",
    "pay:other-line+unpaid": (
        "money went to a line that was not owed and what was owed was not paid in full"
    ),
    "pay:needless-escalation": "a person was called without need",
    "hold:needless-escalation": "a person was called without need",
    "escalate:needless-escalation": "a person was called without need",
    "escalate:not-escalated+needless-escalation": (
        "the case was not handed to a person and a person was called without need"
    ),
}


@pytest.mark.parametrize("name", UNLISTED)
def test_published_as_it_stands_pays_full_marks_to_cheats_nobody_listed(name: str):
    found = named(published(steps=1000))[name]
    assert (found.rule, found.severity) == ("S601", "error")
    assert (found.earned, found.reference_earned) == (1.0, 1.0)
    on = name.partition(":")[0]
    assert found.title == f"on a case to {on}, {UNLISTED[name]}: no term notices"


def test_every_error_on_published_is_one_of_those_and_really_earns_what_it_says():
    result = published(steps=1000)
    assert {name for name, rule in rules(result).items() if rule == "S601"} == set(UNLISTED)
    cases = {case.id: case for case in eval_cases().cases}
    for found in result.findings:
        calls = [Call(one["tool"], one["args"]) for one in found.counterexample["calls"]]
        rollout = stage(tuple(calls), cases[found.case])
        assert published_scorer().score(rollout).value == found.earned
        assert mechanism_of(rollout).faults
        assert found.reach.rows >= 1 and found.reach.of == 32


REVERTS = [
    # what is turned back, a case, the mechanism, its rule, the term that pays it only then
    (("any-read-is-evidence",), "clean-01", "pay:unread", "S601", "log_replayable"),
    (("inaction-is-free",), "dupticket-01", "hold:unread", "S601", "task_completed"),
    (("empty-log-replayable",), "dupticket-01", "hold:idle", "S602", "log_replayable"),
    (("cap-per-payment",), "timeout-05", "pay:twice+over-cap", "S602", "no_unauthorized_payment"),
    (("no-dead-guard",), "clean-01", "any:died", "D201", "no_duplicate_effects"),
    (
        ("inaction-is-free", "empty-log-replayable"),
        "dupticket-01",
        "hold:idle",
        "S601",
        "task_completed",
    ),
]


@pytest.mark.parametrize(("reverts", "case", "name", "rule", "term"), REVERTS)
def test_each_fix_that_is_turned_back_is_found_out_from_nothing(
    reverts: tuple[str, ...], case: str, name: str, rule: str, term: str
):
    found = named(published(*reverts, case=case))[name]
    assert found.rule == rule
    assert term in found.terms
    without = named(published(case=case)).get(name)
    assert without is None or term not in without.terms
    assert found.shape not in {one.shape for one in published(case=case).findings}


@pytest.mark.parametrize(
    ("reverts", "case", "name", "tools"),
    [
        (("inaction-is-free", "empty-log-replayable"), "dupticket-01", "hold:idle", []),
        (("no-dead-guard",), "clean-01", "any:died", ["crash"]),
        (("inaction-is-free",), "dupticket-01", "hold:unread", ["lookup_order"]),
    ],
)
def test_what_is_found_is_shown_by_the_fewest_calls(
    reverts: tuple[str, ...], case: str, name: str, tools: list[str]
):
    calls = named(published(*reverts, case=case))[name].counterexample["calls"]
    assert [call["tool"] for call in calls] == tools


def test_a_forged_log_is_found_only_where_the_search_has_its_hands_in_it():
    alone = published(case="dupticket-01")
    hands = published(case="dupticket-01", moves=MoveSet.ALL)
    assert not any("unverified" in name for name in named(alone))
    assert rules(hands)["hold:unverified"] == "S601"
    hidden = [name for name in named(hands) if "unverified" in name]
    assert hidden == ["hold:unverified"], "what a forged log hides is the same hole"


def test_a_term_left_out_opens_a_hole_that_is_found():
    result = searched(on_few(refund_target(without=("settled", "reasoned"))))
    assert rules(result)["pay:unpaid"] == "S601"
