"""What an unnoticed difference means, and which survivor is told first."""

from __future__ import annotations

import pytest

from attackers.rows import Row
from audits.mutants.reward.inputs import Input, Is
from audits.mutants.reward.weight import Weight, is_rescaled, weight
from audits.rewards.outcome import Kind, Outcome

ROW = Row(index=0)


def one(kind: Is, ceiling: float = 1.0) -> Input:
    return Input(ROW, "x", kind, "somebody", 0, 0, ceiling)


def value(number: float) -> Outcome:
    return Outcome(Kind.VALUE, number)


@pytest.mark.parametrize(
    ("kind", "before", "now", "expected"),
    [
        (Is.WRONG, 0.0, 0.3, (Weight.PAID, 0.3)),
        (Is.WRONG, -0.5, -0.25, (Weight.PAID, 0.25)),
        (Is.WRONG, 0.25, 0.0, (Weight.OTHER, 0.25)),
        (Is.LEAD, 0.0, 0.5, (Weight.MAYBE, 0.5)),
        (Is.LEAD, 0.5, 0.0, (Weight.OTHER, 0.5)),
        (Is.RIGHT, 1.0, 0.5, (Weight.DENIED, 0.5)),
        (Is.RIGHT, 0.5, 1.0, (Weight.OTHER, 0.5)),
        (Is.ODD, 0.5, 1.0, (Weight.ODD, 0.5)),
        (Is.ODD, 1.0, 0.5, (Weight.ODD, 0.5)),
        (Is.REFERENCE, 1.0, 1.5, (Weight.MORE, 0.5)),
    ],
)
def test_a_difference_is_weighed_by_what_the_answer_is(kind, before, now, expected):
    assert weight(one(kind), value(before), value(now), {0: 1.0}) == expected


def test_a_wrong_answer_gains_nothing_where_everything_is_paid_double():
    wrong = one(Is.WRONG)
    assert weight(wrong, value(0.25), value(0.5), {0: 2.0}) == (Weight.OTHER, 0.0)
    assert weight(wrong, value(0.25), value(0.5), {0: 1.0}) == (Weight.PAID, 0.25)


def test_what_is_no_longer_scored_has_a_weight_of_its_own():
    gone = Outcome(Kind.NONE)
    assert weight(one(Is.WRONG), value(0.0), gone, {}) == (Weight.FAILS, 0.0)
    assert weight(one(Is.RIGHT), gone, value(1.0), {}) == (Weight.FAILS, 0.0)


def test_paying_for_nothing_is_worse_than_denying_and_denying_worse_than_the_rest():
    assert sorted(Weight, reverse=True) == [
        Weight.PAID,
        Weight.DENIED,
        Weight.MAYBE,
        Weight.ODD,
        Weight.FAILS,
        Weight.MORE,
        Weight.OTHER,
        Weight.SCALE,
    ]


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ((0.0, 1.0, 0.0), (0.0, 2.0, 0.0), True),
        ((0.0, 0.5, 1.0), (-1.0, 0.0, 1.0), True),
        ((0.0, 1.0), (-1.0, 1.0), True),
        ((0.0, 1.0), (1.0, 0.0), False),
        ((0.0, 1.0), (1.0, 1.0), False),
        ((0.0, 0.2, 1.0), (0.0, 0.2, 1.8), False),
        ((0.0, 1.0, 1.0), (0.0, 1.0, 2.0), False),
        ((1.0, 1.0), (2.0, 2.0), False),
        ((0.0, 1.0, None), (0.0, 2.0, None), True),
        ((0.0, 1.0, None), (0.0, 2.0, 0.0), False),
    ],
)
def test_another_scale_is_one_line_through_all_rewards_that_rises(before, now, expected):
    assert is_rescaled(*([ended(x) for x in some] for some in (before, now))) is expected


def ended(number):
    return Outcome(Kind.NONE) if number is None else value(number)
