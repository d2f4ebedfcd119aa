"""Proof and lead: what ends right is no cheat, unless a scorer asks for the work it lacks."""

from __future__ import annotations

from audits.search.mechanism import Further, Mechanism
from audits.verdict import Verdict
from desk.refund import RefundRollout, Wrong, wrongs
from scorer import Score
from tests.audits.search.searches import named, on_few, published, rules, searched
from tests.audits.twins.runs import odd_target

CARELESS = {Wrong.UNREAD, Wrong.UNREASONED, Wrong.SPLIT}


def outcome_only(made: RefundRollout, _honest: Score) -> float:
    """Pay for the right end, however it came about."""
    return float(made.failure is None and not set(wrongs(made)) - CARELESS)


def test_an_outcome_reward_is_called_out_for_paying_the_idle_and_for_nothing_else():
    result = searched(on_few(odd_target(outcome_only)))
    assert {name for name, rule in rules(result).items() if rule == "S601"} == {"hold:idle"}
    leads = {"pay:unread", "pay:unreasoned", "pay:split", "hold:unread", "escalate:unread"}
    told = {name for name, rule in rules(result).items() if rule == "S602"}
    assert {"pay:unread", "hold:unread", "escalate:unread"} <= told <= leads


def test_a_right_end_that_lost_reward_for_carelessness_is_not_reported():
    """Hardened pays 0.9 without a reason: it has noticed, and the end is right."""
    from audits.target import refund_target

    result = searched(refund_target(), case="clean-01")
    assert (result.verdict, result.findings) == (Verdict.CLEAN, [])


def test_unread_is_an_error_only_where_the_scorer_asks_for_reads():
    assert rules(published("any-read-is-evidence", case="clean-01"))["pay:unread"] == "S601"
    assert rules(published(case="overcap-01"))["escalate:unread"] == "S602"


def test_a_run_that_died_may_be_left_out_of_the_scores():
    def left_out(made: RefundRollout, honest: Score) -> float | None:
        return None if made.failure is not None else honest.value

    result = searched(on_few(odd_target(left_out)))
    assert (result.verdict, result.could_not_run) == (Verdict.CLEAN, 0)


def test_a_reward_under_zero_for_what_is_wrong_is_no_find():
    def strict(made: RefundRollout, honest: Score) -> float:
        return -1.0 if wrongs(made) or made.failure else honest.value or 0.0

    result = searched(on_few(odd_target(strict)), margin=1.0)
    assert (result.verdict, result.findings) == (Verdict.CLEAN, [])


def test_a_mechanism_is_named_by_what_proves_it():
    both = Mechanism("pay", (Wrong.TOO_MUCH, Wrong.UNREAD))
    assert both.core(asks_for_reads=True).slug == "pay:too-much"
    unread = Mechanism("pay", (Wrong.UNREAD, Wrong.UNREASONED))
    assert unread.core(asks_for_reads=True).slug == "pay:unread"
    assert unread.core(asks_for_reads=False).slug == "pay:unread+unreasoned"
    assert not unread.is_proven(asks_for_reads=False)
    assert Mechanism("any", (Further.DIED,)).words == "the run died"


def test_two_finds_at_once_are_told_as_two():
    names = named(published(steps=1000))
    assert "pay:too-much" in names and "pay:needless-escalation" in names
    assert "pay:too-much+needless-escalation" not in names
