"""What the worlds of ours ask of the paper's scorer, and the best plans of an order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.settlement import SHIP_BY, Archetype, CaseClosedError, End, Kind
from desk.settlement.ours.parts import PARTS, Part, Rule, orders
from scorer.settlement import Costs, position, tally
from scorer.settlement_ours import (
    PART_PLANS,
    PartPlan,
    best_ends,
    best_plans,
    carried_out,
    order_graders,
    planned,
    prospect,
)
from tests.desk.settlement.ours.orders import GOOD as GOOD_PART
from tests.desk.settlement.ours.orders import HARD as HARD_PART
from tests.desk.settlement.ours.orders import SOFT as SOFT_PART
from tests.desk.settlement.ours.orders import opened, order, scheduled, some_orders

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


def position_of(parts: tuple[Part, ...], ends: Iterable[End]) -> int:
    return sum(
        position(tally(end, part), part.value) for part, end in zip(parts, ends, strict=True)
    )


def jointly(parts: tuple[Part, ...], plans: tuple[PartPlan, ...]) -> int:
    """What a joint plan comes to when it is carried out on the order's own desk."""
    desk, _ = opened(scheduled(parts))
    doing = list(zip(parts, plans, strict=True))
    retries = [part for part, plan in doing if plan.pays == "again" and part.resolvable]
    for part in sorted(retries, key=lambda part: part.resolves_at):
        if part.resolves_at > desk.now:
            desk.wait(part.resolves_at - desk.now)
        desk.retry_capture(part.ref)
    if desk.now < SHIP_BY:
        desk.wait(SHIP_BY - desk.now)
    for part, plan in doing:
        if plan.refunds:
            desk.refund(part.ref)
    for part, plan in doing if parts[0].rule is Rule.SPLIT else doing[:1]:
        getattr(desk, plan.end)(part.ref)
    return position_of(parts, [one.end for one in desk.episodes()])


def joint_plans(parts: tuple[Part, ...]) -> Iterator[tuple[PartPlan, ...]]:
    """All of them but those that pay anew, which are played on each part alone below."""
    of_a_part = [plan for plan in PART_PLANS if plan.pays != "anew"]
    for plans in product(of_a_part, repeat=len(parts)):
        if parts[0].rule is Rule.SPLIT or len({plan.end for plan in plans}) == 1:
            yield plans


SMALL_HARD = HARD_PART | {"value": 900}


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize(
    "kinds",
    [
        (GOOD_PART, SMALL_HARD),
        (GOOD_PART, HARD_PART),
        (SOFT_PART, HARD_PART),
        (GOOD_PART, SOFT_PART),
    ],
)
def test_the_best_plan_is_the_best_of_all_joint_plans_on_the_order_s_desk(rule: Rule, kinds: Any):
    parts = order(rule, *kinds)
    best = position_of(parts, map(carried_out, parts, best_plans(parts)))
    assert best == max(jointly(parts, plans) for plans in joint_plans(parts))


@pytest.mark.parametrize(
    ("rule", "kinds", "ends"),
    [
        (Rule.SPLIT, (GOOD_PART, SMALL_HARD), ["ship", "close"]),
        (Rule.WHOLE, (GOOD_PART, SMALL_HARD), ["ship", "ship"]),
        (Rule.WHOLE, (GOOD_PART, HARD_PART), ["close", "close"]),
        (Rule.WHOLE, (GOOD_PART, SOFT_PART), ["ship", "ship"]),
    ],
)
def test_the_best_plan_sends_unpaid_goods_of_a_whole_order_where_that_loses_less(
    rule: Rule, kinds: Any, ends: list[str]
):
    assert [plan.end for plan in best_plans(order(rule, *kinds))] == ends


@given(some_orders)
def test_no_plan_of_a_part_is_better_under_the_end_that_was_chosen(parts: tuple[Part, ...]):
    for part, best in zip(parts, best_plans(parts), strict=True):
        others = [plan for plan in PART_PLANS if plan.end == best.end]
        assert planned(part, best) == max(planned(part, plan) for plan in others)


def test_the_best_plan_does_not_know_of_chargebacks():
    late = {"archetype": Archetype.LATE_CHARGEBACK, "charged_back_at": 900}
    parts = order(Rule.WHOLE, GOOD_PART, late)
    assert [plan.end for plan in best_plans(parts)] == ["ship", "ship"]
    assert [made.returned for made in best_ends(parts)] == [0, 1]


acts = st.lists(
    st.tuples(
        st.sampled_from(["wait", "retry_capture", "refund", "ship", "close", "escalate"]),
        st.integers(0, PARTS - 1),
        st.integers(1, 300),
    ),
    max_size=12,
)


@given(some_orders, acts)
def test_money_is_conserved_over_all_parts_whatever_is_done(
    parts: tuple[Part, ...], done: list[tuple[str, int, int]]
):
    """What came in is what is left, what went back, and what was spent; nothing else."""
    desk, ticket = opened(scheduled(parts))
    for act, at, ticks in done:
        with suppress(CaseClosedError):
            getattr(desk, act)(ticks if act == "wait" else ticket.parts[at].ref)
    counted = [
        (part, tally(made.end, part)) for part, made in zip(parts, desk.episodes(), strict=True)
    ]
    came = sum(part.value * one.settled for part, one in counted)
    back = sum(part.value * one.returned for part, one in counted)
    costs = Costs()
    spent = sum(
        one.shipped * costs.goods(part.value)
        + one.disputes * costs.dispute
        + one.escalations * costs.escalation
        for part, one in counted
    )
    assert came == position_of(parts, [made.end for made in desk.episodes()]) + back + spent
    assert min(min(one) for _, one in counted) >= 0
    if parts[0].rule is Rule.WHOLE:
        assert len({one.shipped for _, one in counted}) == 1


def test_what_an_order_loses_is_what_its_parts_lose():
    for grader, part in zip(order_graders(orders()), orders().tasks, strict=True):
        assert grader.task is part
        assert grader.grade(carried_out(part, PART_PLANS[0])).loss == position(
            grader.best, part.value
        ) - position(tally(carried_out(part, PART_PLANS[0]), part), part.value)
