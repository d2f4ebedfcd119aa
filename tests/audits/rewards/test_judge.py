"""From what was earned to findings: shares, bars, what proves what, causes and their symptoms."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers import Needs
from attackers.rows import Proof, Proposal, Row
from audits.findings import Finding
from audits.rewards.judge import Attempt, judge
from audits.rewards.outcome import Kind, Outcome
from audits.rules import Severity

GOLDS = ("Lima", "Paris", "Nairobi", "Tokyo")


def tried(
    earned: float | None,
    row: int = 0,
    *,
    ceiling: float = 1.0,
    gold: str | None = None,
    kind: Kind = Kind.VALUE,
    context: str = "",
    alone: float | None = None,
    **proposal: Any,
) -> Attempt:
    """An attempt on a row that earned so much, and its base so much alone."""
    stated = gold or GOLDS[row]
    given_up: dict[str, Any] = {"rule": "R104", "attack": "a trick", "answer": "x", "wrong": "w"}
    made = Proposal(**given_up | {"needs": Needs.GOLD} | proposal)
    on = Row(index=row, gold=stated, reference=stated)
    base = Outcome(Kind.NONE if alone is None else Kind.VALUE, alone) if made.base else None
    return Attempt(on, made, Outcome(kind, earned), ceiling, context, base)


def only(*attempts: Attempt) -> Finding:
    [found] = judge(attempts)
    return found


@pytest.mark.parametrize(("earned", "is_found"), [(0.5, True), (0.49, False), (1.0, True)])
def test_what_earns_half_of_its_rows_reference_is_paid(earned: float, is_found: bool) -> None:
    assert bool(list(judge([tried(earned)]))) is is_found
    assert bool(list(judge([tried(10 * earned, ceiling=10.0)]))) is is_found


def test_a_look_alike_is_paid_only_in_full() -> None:
    assert not list(judge([tried(0.99, bar=0.999)]))
    assert only(tried(1.0, bar=0.999)).severity is Severity.ERROR


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.VALUE])
def test_what_was_not_scored_earned_nothing(kind: Kind) -> None:
    assert tried(None, kind=kind).share == 0.0
    assert not list(judge([tried(None, kind=kind)]))


@given(st.lists(st.floats(0, 0.4), min_size=1, max_size=20), st.integers(0, 19))
def test_one_paid_row_is_found_whatever_the_others_earn(low: list[float], at: int) -> None:
    attempts = [tried(value, row=n % 4) for n, value in enumerate(low)]
    attempts[at % len(low)] = tried(0.5, row=3)
    found = only(*attempts)
    assert (found.case, found.severity, found.reach.rows) == ("row 3", Severity.ERROR, 1)


def test_a_constant_is_proven_by_rows_with_different_answers() -> None:
    constant = {"proof": Proof.CONSTANT, "answer": "pass"}
    assert only(tried(1.0, 0, **constant), tried(1.0, 1, **constant)).severity is Severity.ERROR
    alike = [tried(1.0, row, gold="Lima", **constant) for row in (0, 1)]
    assert only(*alike).severity is Severity.WARNING
    once = (tried(1.0, 0, **constant), tried(0.0, 1, **constant))
    assert only(*once).severity is Severity.WARNING


def test_two_texts_each_paid_on_a_row_of_its_own_prove_no_constant() -> None:
    one = tried(1.0, 0, proof=Proof.CONSTANT, answer="a")
    other = tried(1.0, 1, proof=Proof.CONSTANT, answer="b")
    assert only(one, other).severity is Severity.WARNING


@pytest.mark.parametrize(
    ("earned", "severity"),
    [
        ((1, 1, 1), Severity.ERROR),
        ((1, 1, 0), Severity.WARNING),
        ((1, 1), Severity.WARNING),
    ],
)
def test_a_policy_is_proven_on_every_row_of_at_least_three(
    earned: tuple[int, ...], severity: Severity
) -> None:
    rows = [tried(value, row, proof=Proof.POLICY) for row, value in enumerate(earned)]
    assert only(*rows).severity is severity


@pytest.mark.parametrize(
    ("earned", "severity"),
    [((1, 1, 0, 0), Severity.ERROR), ((1, 0, 0, 0), Severity.WARNING)],
)
def test_what_a_few_rows_may_share_is_proven_on_half_of_them(
    earned: tuple[int, ...], severity: Severity
) -> None:
    rows = [tried(value, row, proof=Proof.MOSTLY) for row, value in enumerate(earned)]
    assert only(*rows).severity is severity


@pytest.mark.parametrize(
    ("earned", "severity"),
    [(1.0, None), (1.2, Severity.WARNING), (1.5, Severity.WARNING), (1.6, Severity.ERROR)],
)
def test_excess_is_more_than_the_reference_and_proven_where_it_is_clearly_more(
    earned: float, severity: Severity | None
) -> None:
    found = list(judge([tried(earned, proof=Proof.EXCESS)]))
    assert [one.severity for one in found] == ([severity] if severity else [])


def test_a_lead_is_a_note_and_never_more() -> None:
    assert only(*(tried(1.0, row, proof=Proof.LEAD) for row in range(4))).severity is Severity.NOTE


@pytest.mark.parametrize(("earned", "bought"), [(1.0, False), (0.6, True), (None, True)])
def test_what_is_built_on_something_paid_has_bought_nothing(
    earned: float | None, bought: bool
) -> None:
    built = tried(1.0, attack="built", base="b", alone=earned)
    assert bool(list(judge([built]))) is bought


@pytest.mark.parametrize(("earned", "bought"), [(0.6, True), (0.0, False), (None, False)])
def test_what_is_built_on_something_that_must_be_paid_needs_it_paid(
    earned: float | None, bought: bool
) -> None:
    built = tried(1.0, attack="built", base="b", base_paid=True, alone=earned)
    assert bool(list(judge([built]))) is bought


def test_what_is_built_on_something_and_is_not_paid_counts_among_the_rows_that_were_tried() -> None:
    how: dict[str, Any] = {"attack": "built", "base": "b", "proof": Proof.MOSTLY, "alone": 0.0}
    found = only(tried(1.0, 0, **how), tried(0.0, 1, **how), tried(0.0, 2, **how))
    assert (found.severity, found.reach.of) == (Severity.WARNING, 3)
    assert only(tried(1.0, 0, **how), tried(1.0, 1, **how)).severity is Severity.ERROR


def blind(row: int, **proposal: Any) -> Attempt:
    part = {"rule": "R101", "attack": "silence", "answer": "", "needs": Needs.NOTHING}
    return tried(1.0, row, **part | proposal)


def test_what_is_paid_where_a_blind_cheat_is_paid_is_told_under_it() -> None:
    found = only(blind(0), blind(1), tried(1.0, 0, attack="elsewhere"))
    assert (found.rule, found.counterexample["also paid"]) == ("R101", ["elsewhere"])


def test_a_cheat_on_another_row_has_a_finding_of_its_own() -> None:
    found = list(judge([blind(0), tried(1.0, 1, attack="elsewhere")]))
    assert {one.shape for one in found} == {"silence", "elsewhere"}


def test_a_cheat_that_earns_more_than_the_blind_one_has_a_finding_of_its_own() -> None:
    found = list(judge([blind(0), tried(2.0, 0, attack="dearer")]))
    assert {one.shape for one in found} == {"silence", "dearer"}


def test_a_cheat_that_knows_the_gold_explains_no_other_mechanism() -> None:
    one, other = tried(1.0, attack="one"), tried(1.0, attack="other")
    assert {found.shape for found in judge([one, other])} == {"one", "other"}


def test_harm_beside_the_work_explains_other_harm_and_no_work_left_out() -> None:
    harm = [
        tried(1.0, rule=rule, attack=attack, needs=Needs.PROMPT)
        for rule, attack in (("R207", "twice"), ("R308", "a stranger's"))
    ]
    left_out = tried(1.0, rule="R203", attack="a call left out", proof=Proof.LEAD)
    assert {one.rule for one in judge([*harm, left_out])} == {"R207", "R203"}


def test_texts_that_hold_the_right_answer_are_one_mechanism() -> None:
    held = [tried(1.0, rule="R105", attack="negating"), tried(1.0, rule="R106", attack="gluing")]
    assert len(list(judge(held))) == 1


def test_the_example_is_the_plainest_that_was_paid() -> None:
    long, short = tried(1.0, answer="x" * 90), tried(1.0, answer="xy")
    part = tried(0.6, answer="x")
    found = only(long, part, short)
    assert found.counterexample["answer"] == "xy"
    assert (found.earned, found.reference_earned) == (1.0, 1.0)


def test_the_example_says_how_it_was_put_if_not_alone() -> None:
    assert only(tried(1.0, context="among references")).counterexample["put"] == "among references"
    assert "put" not in only(tried(1.0)).counterexample


def test_reach_counts_rows_and_not_attempts() -> None:
    found = only(*(tried(1.0, 0, answer=str(n)) for n in range(5)), tried(0.0, 1), tried(0.0, 2))
    assert (found.reach.rows, found.reach.of) == (1, 3)


def test_the_order_of_attempts_changes_nothing() -> None:
    attempts = [blind(0), tried(1.0, 1, attack="a"), tried(1.0, 1, attack="b"), blind(1)]
    forth, back = (list(judge(some)) for some in (attempts, attempts[::-1]))
    assert {one.shape for one in forth} == {one.shape for one in back}


@pytest.mark.parametrize("proof", [proof for proof in Proof if proof is not Proof.WRONG])
def test_what_is_paid_and_not_proven_says_why_it_is_no_error(proof: Proof) -> None:
    attempts = [tried(1.2, proof=proof), *(tried(0.0, row, proof=proof) for row in (1, 2, 3))]
    attempts = attempts[:1] if proof is Proof.PARTLY else attempts
    found = only(*attempts, *[tried(0.0, proof=proof)] * (proof is Proof.EITHER))
    assert found.severity is not Severity.ERROR
    assert found.counterexample["no error"]


def test_an_error_says_nothing_of_why_it_is_none() -> None:
    assert "no error" not in only(tried(1.0)).counterexample


def test_what_is_paid_at_either_end_is_proven_and_what_is_paid_at_one_end_is_not() -> None:
    behind, before = tried(1.0, proof=Proof.EITHER), tried(0.0, proof=Proof.EITHER)
    assert only(behind, behind).severity is Severity.ERROR
    assert only(behind, before).severity is Severity.WARNING
