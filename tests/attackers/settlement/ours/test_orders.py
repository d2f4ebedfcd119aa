"""Policies for orders of several captures: what each does on orders made for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.settlement.ours.parts import ACTS
from desk.settlement import Archetype, Family
from desk.settlement.ours.parts import Part, Rule, play_orders
from tests.desk.settlement.ours.orders import GOOD, HARD, SOFT, order, scheduled, some_orders
from tests.desk.settlement.tasks import arms, seeds

NEVER = {"resolves_at": 700}
SMALL_HARD = HARD | {"value": 900}
TWICE = {"archetype": Archetype.DUPLICATE_SETTLEMENT}
SPLIT, WHOLE = Rule.SPLIT, Rule.WHOLE


def done(policy: str, parts: tuple[Part, ...]) -> tuple[str, int]:
    """What became of each part, and how many were refunded."""
    made = list(play_orders(ACTS[policy], scheduled(parts)))
    return " ".join(one.end.act for one in made), sum(one.end.refunds for one in made)


@pytest.mark.parametrize(
    ("policy", "parts", "ended"),
    [
        ("strict", order(SPLIT, GOOD, HARD, SOFT), ("ship close ship", 0)),
        ("strict", order(SPLIT, GOOD, NEVER), ("ship escalate", 0)),
        ("strict", order(WHOLE, GOOD, SOFT), ("ship ship", 0)),
        ("strict", order(WHOLE, GOOD, SMALL_HARD), ("close close", 1)),
        ("strict", order(WHOLE, GOOD, NEVER), ("escalate escalate", 0)),
        ("weighing", order(WHOLE, GOOD, SMALL_HARD), ("ship ship", 0)),
        ("weighing", order(WHOLE, GOOD, HARD), ("close close", 1)),
        ("weighing", order(SPLIT, GOOD, SMALL_HARD), ("ship close", 0)),
        ("first-part", order(SPLIT, GOOD, HARD), ("ship ship", 0)),
        ("first-part", order(WHOLE, HARD, GOOD), ("close close", 0)),
        ("first-part", order(WHOLE, NEVER, GOOD), ("escalate escalate", 0)),
        ("bank-lines", order(SPLIT, GOOD, GOOD), ("ship ship", 0)),
        ("bank-lines", order(SPLIT, TWICE, HARD), ("ship ship", 0)),
        ("bank-lines", order(SPLIT, GOOD, HARD), ("escalate escalate", 0)),
        ("optimistic", order(SPLIT, GOOD, HARD), ("ship ship", 0)),
    ],
)
def test_what_a_policy_does_when_nothing_goes_wrong(
    policy: str, parts: tuple[Part, ...], ended: tuple[str, int]
):
    assert done(policy, parts) == ended


@given(st.sampled_from(sorted(ACTS)), some_orders, arms, seeds)
def test_every_policy_ends_every_part_and_does_the_same_again(
    policy: str, parts: tuple[Part, ...], on: frozenset[Family], seed: int
):
    one, other = (list(play_orders(ACTS[policy], scheduled(parts, on, seed))) for _ in range(2))
    assert one == other
    assert all(made.end.act for made in one)


@given(st.sampled_from(["strict", "weighing"]), some_orders, arms, seeds)
def test_who_asks_about_each_part_is_reached_by_no_fault_and_never_premature(
    policy: str, parts: tuple[Part, ...], on: frozenset[Family], seed: int
):
    made = list(play_orders(ACTS[policy], scheduled(parts, on, seed)))
    assert made == list(play_orders(ACTS[policy], scheduled(parts)))
    assert not any(one.end.premature for one in made)
