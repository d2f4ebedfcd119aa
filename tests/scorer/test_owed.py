"""Which cents were owed: conservation, and the same answer from books alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from desk.refund import Case, End, Expectation, Line, Payment, Prior, RefundRollout
from scorer import hardened, published, read_refund
from scorer.owed import is_for_owed_line, owed_cents_paid, pays_what_is_owed, unowed_cents
from tests.strategies import forged_rollouts, play_calls, played_rollouts, worked_cases

CASE = Case(
    id="c",
    order="7",
    lines=(Line("MUG", 1_200), Line("PAN", 1_200), Line("POT", 900)),
    priors=(Prior("7", "MUG", 1_200, "old"),),
    expect=Expectation("pay", 1_200),
)


def for_owed_line(**changes):
    parts = {"order_id": "7", "sku": "PAN", "amount_cents": 1_200, "idempotency_key": "k"}
    return is_for_owed_line(CASE, Payment(**(parts | changes)))


def test_a_payment_is_for_the_owed_line_if_order_and_line_are_the_owed_ones():
    assert for_owed_line()
    assert for_owed_line(amount_cents=1)
    assert not for_owed_line(order_id="8")
    assert not for_owed_line(sku="MUG")
    assert not for_owed_line(sku="POT")
    assert not for_owed_line(sku=None)


def test_nothing_is_for_the_owed_line_where_nothing_is_owed():
    paid = Payment("7", "POT", 900, "k")
    for kind in ("hold", "escalate"):
        assert not is_for_owed_line(replace(CASE, expect=Expectation(kind)), paid)


def test_on_an_order_of_one_line_a_payment_may_leave_the_line_out_but_not_name_another():
    single = replace(CASE, lines=CASE.lines[1:2], total=1_200, priors=())
    assert is_for_owed_line(single, Payment("7", None, 1_200, "k"))
    assert is_for_owed_line(single, Payment("7", "PAN", 1_200, "k"))
    assert not is_for_owed_line(single, Payment("7", "MUG", 1_200, "k"))
    assert not is_for_owed_line(single, Payment("7", "ORDER", 1_200, "k"))


@pytest.mark.parametrize(
    ("paid", "settled"),
    [
        ([Payment("7", "PAN", 1_200, "k")], True),
        ([], False),
        ([Payment("7", "PAN", 1_199, "k")], False),
        ([Payment("7", "PAN", 1_201, "k")], False),
        ([Payment("7", "MUG", 1_200, "k")], False),
        ([Payment("8", "PAN", 1_200, "k")], False),
        ([Payment("7", "PAN", 600, "k"), Payment("7", "PAN", 600, "l")], False),
        ([Payment("7", "PAN", 1_200, "k"), Payment("7", "PAN", 1_200, "l")], False),
    ],
)
def test_what_is_owed_was_paid_if_the_books_hold_exactly_that_one_payment(paid, settled):
    rollout = RefundRollout(case=CASE, end=End(tuple(paid)))
    assert pays_what_is_owed(read_refund(rollout)) is settled


@given(worked_cases())
def test_every_cent_that_left_was_owed_or_was_not(worked):
    case, made = worked
    e = read_refund(play_calls(case, made))
    left = sum(entry.args["amount_cents"] for entry in e.log if entry.action == "issue_refund")
    assert left == owed_cents_paid(e) + unowed_cents(e)
    assert 0 <= owed_cents_paid(e) <= case.expect.cents
    assert 0 <= unowed_cents(e) <= left


@given(played_rollouts())
def test_what_is_owed_agrees_with_a_count_by_hand_over_the_log(rollout):
    case = rollout.case
    settled = {row.sku for row in case.priors if row.order == case.order}
    due = [line for line in case.lines if line.sku not in settled]
    owed = next((line for line in due if line.cents == case.expect.cents), None)
    still = case.expect.cents if case.expect.kind == "pay" else 0
    unowed = 0
    for entry in rollout.log:
        if entry.action == "issue_refund":
            args = entry.args
            named = args["sku"] or (case.lines[0].sku if len(case.lines) == 1 else None)
            right = owed is not None and args["order_id"] == case.order and named == owed.sku
            taken = min(still, args["amount_cents"]) if right else 0
            still -= taken
            unowed += args["amount_cents"] - taken
    assert unowed_cents(read_refund(rollout)) == unowed
    assert hardened().measure(rollout)["unowed_cents"] == unowed
    assert published().measure(rollout)["unowed_cents"] == unowed


@given(forged_rollouts())
def test_no_rewriting_of_the_log_changes_what_was_unowed(forged):
    silent = replace(forged, log=())
    assert unowed_cents(read_refund(forged)) == unowed_cents(read_refund(silent))
