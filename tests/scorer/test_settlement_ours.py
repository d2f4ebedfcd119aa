"""What an act is worth, asked of the paper's scorer and typed nowhere else."""

from __future__ import annotations

import pytest

from desk.settlement import Kind
from scorer.settlement import Costs
from scorer.settlement_ours import prospect

GOOD, SOFT, HARD = Kind.EXPECTED, Kind.SOFT_DECLINE, Kind.HARD_DECLINE


@pytest.mark.parametrize(
    ("act", "fate", "cents"),
    [
        ("ship", GOOD, 4_000),
        ("ship", HARD, -6_000),
        ("close", GOOD, -2_500),
        ("close", HARD, 0),
        ("escalate", GOOD, -4_300),
        ("escalate", HARD, -1_800),
        ("retry and ship", SOFT, 4_000),
        ("retry and ship", HARD, -6_000),
    ],
)
def test_an_act_is_worth_what_the_scorer_makes_of_it(act: str, fate: Kind, cents: int):
    assert prospect(act, fate, 10_000) == cents


def test_other_costs_make_other_prospects():
    assert prospect("ship", HARD, 10_000, Costs(goods_percent=40)) == -4_000
