"""The published cases: their counts, their relations, and the digest that names them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from desk.refund import Case, CaseSet, Expectation, Line, Prior, eval18_cases, eval_cases
from tests.strategies import cases, eval_case

FAMILIES = {
    "timeout-then-retry": 7,
    "legit-partial-refund": 5,
    "partial-failure": 4,
    "legit-repeat-purchase": 4,
    "clean-single": 4,
    "duplicate-ticket": 3,
    "resumed-session": 3,
    "parallel-worker": 2,
}


def decisions(found):
    return Counter(case.expect.kind for case in found)


def owes_nothing(**changes):
    """Build a case from the smallest one that is good, with some parts changed."""
    parts = {"id": "a", "order": "1", "lines": (Line("X", 100),), "expect": Expectation("hold")}
    return Case(**(parts | changes))


def test_there_are_32_published_cases_in_eight_families():
    assert eval_cases().name == "eval"
    assert Counter(case.family for case in eval_cases().cases) == FAMILIES
    assert sum(FAMILIES.values()) == 32


def test_21_cases_pay_8_hold_and_3_escalate():
    assert decisions(eval_cases().cases) == {"pay": 21, "hold": 8, "escalate": 3}


def test_14_cases_carry_a_payment_fault_and_each_of_those_the_stale_read():
    faulty = [case for case in eval_cases().cases if case.fault]
    assert len(faulty) == 14
    assert all(case.stale for case in faulty)
    assert not any(case.stale for case in eval_cases().cases if not case.fault)


def test_the_first_eighteen_pay_10_hold_6_and_escalate_2():
    assert eval18_cases().name == "eval18"
    assert eval18_cases().cases == eval_cases().cases[:18]
    assert decisions(eval18_cases().cases) == {"pay": 10, "hold": 6, "escalate": 2}


def test_no_two_published_cases_share_an_id_or_an_order():
    found = eval_cases().cases
    assert len({case.id for case in found}) == len({case.order for case in found}) == 32


@pytest.mark.parametrize("case", eval_cases().cases, ids=lambda case: case.id)
def test_what_a_published_case_expects_follows_from_its_order_and_history(case):
    settled = {row.sku for row in case.priors if row.order == case.order}
    due = next((line for line in case.lines if line.sku not in settled), None)
    if due is None:
        assert case.expect == Expectation("hold", 0)
    elif due.cents > 5_000:
        assert case.expect == Expectation("escalate", 0)
    else:
        assert case.expect == Expectation("pay", due.cents)
        assert case.owed_line == due
    assert case.total == sum(line.cents for line in case.lines)
    assert case.order in case.ticket


def test_a_row_in_flight_stands_only_in_the_parallel_worker_cases():
    marked = {case.family for case in eval_cases().cases for row in case.priors if row.inflight}
    assert marked == {"parallel-worker"}


# the digest


def test_the_digest_is_sha256_over_the_sorted_json_of_the_cases_one_a_line():
    rows = [
        json.dumps(
            msgspec.to_builtins(case), sort_keys=True, separators=(",", ":"), ensure_ascii=False
        )
        for case in eval_cases().cases
    ]
    assert eval_cases().digest == hashlib.sha256("\n".join(rows).encode()).hexdigest()


@given(cases())
def test_cases_read_from_their_own_json_have_the_same_digest(case):
    found = CaseSet("drawn", (case,))
    again = msgspec.json.decode(msgspec.json.encode(case), type=Case)
    assert CaseSet("another name", (again,)).digest == found.digest


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "other"},
        {"order": "7709"},
        {"family": "other"},
        {"ticket": "other"},
        {"customer": "other"},
        {"fault": "note"},
        {"stale": True},
        {"priors": ()},
        {"lines": (Line("PLTE-1", 2_200), Line("TRAY-3", 2_200))},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_a_change_in_any_part_of_a_case_changes_the_digest(changes):
    case = eval_case("partialref-01")
    changed = replace(case, **changes)
    assert CaseSet("x", (changed,)).digest != CaseSet("x", (case,)).digest


def test_a_change_in_any_part_of_a_prior_row_or_the_expectation_changes_the_digest():
    case = eval_case("partialref-01")
    (row,) = case.priors
    changed = [
        replace(case, priors=(replace(row, **change),))
        for change in ({"cents": 1}, {"key": "k"}, {"day": -8}, {"inflight": True})
    ]
    changed.append(replace(case, expect=Expectation("hold")))
    digests = {CaseSet("x", (one,)).digest for one in (case, *changed)}
    assert len(digests) == 6


def test_order_and_number_of_the_cases_are_part_of_the_digest():
    one, two, *_ = eval_cases().cases
    digests = {CaseSet("x", found).digest for found in ((one, two), (two, one), (one,), ())}
    assert len(digests) == 4


# what a case is


def test_what_is_left_out_of_a_case_is_filled_in():
    case = owes_nothing(lines=(Line("X", 100), Line("Y", 50)))
    assert (case.total, case.family, case.customer) == (150, "custom", "C-1")
    assert (case.priors, case.fault, case.stale) == ((), None, False)
    assert case.ticket == "I would like a refund on order 1, please."


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"total": 7}, "total: expected 100, the sum of the lines, got 7"),
        ({"lines": (Line("X", 1), Line("X", 2))}, "lines: expected each sku once, got 'X' 2 times"),
        ({"expect": Expectation("hold", 5)}, "expect: expected 0 cents for 'hold', got 5"),
        ({"expect": Expectation("escalate", 5)}, "expect: expected 0 cents for 'escalate', got 5"),
        (
            {"expect": Expectation("pay", 99)},
            r"a line that is not yet refunded \(\[100\]\), got 99",
        ),
        (
            {"expect": Expectation("pay", 100), "priors": (Prior("1", "X", 100, "k"),)},
            r"a line that is not yet refunded \(there is none\), got 100",
        ),
    ],
)
def test_a_case_whose_parts_contradict_each_other_is_refused(changes, complaint):
    with pytest.raises(ValueError, match=complaint):
        owes_nothing(**changes)


def test_a_line_is_settled_by_a_prior_row_of_the_same_order_only():
    lines = (Line("X", 100), Line("Y", 100))
    here, elsewhere = Prior("1", "X", 100, "k"), Prior("2", "Y", 100, "l")
    case = owes_nothing(lines=lines, priors=(here, elsewhere), expect=Expectation("pay", 100))
    assert case.open_lines == (Line("Y", 100),)
    assert case.owed_line == Line("Y", 100)


def test_a_line_in_flight_is_settled():
    case = owes_nothing(priors=(Prior("1", "X", 100, "k", inflight=True),))
    assert case.open_lines == ()


@given(cases())
def test_what_is_owed_is_an_open_line_of_the_expected_amount(case):
    if case.expect.kind == "pay":
        assert case.owed_line in case.open_lines
        assert case.owed_line.cents == case.expect.cents <= 5_000
    else:
        assert case.owed_line is None
