"""The terminal position: published losses, money that is conserved, and the reference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.settlement import Archetype, End, SettlementDesk, Task, corpus
from desk.settlement.world import Capture
from scorer.settlement import Costs, Grader, deductions, position, reference, tally
from tests.desk.settlement.tasks import schedule, task, tasks

SETTLES = task(value=349900)
FAILS = task(value=349900, settles=False, retry_works=True)
HARD = task(value=349900, settles=False)
LATE = task(value=349900, resolves_at=700, archetype=Archetype.UNRESOLVABLE)
BACK = task(value=349900, charged_back_at=900, archetype=Archetype.LATE_CHARGEBACK)

MARGIN = 139960
GOODS = 209940


def loss(made: Task, act: str, at: int = 120) -> int:
    desk = SettlementDesk(schedule(made))
    if at > desk.now:
        desk.wait(at - desk.now)
    getattr(desk, act)()
    return Grader(made).grade(desk.ended()).loss


@pytest.mark.parametrize(
    ("made", "act", "at", "cents"),
    [
        (SETTLES, "ship", 120, 0),
        (SETTLES, "escalate", 320, MARGIN + 1800),
        (SETTLES, "close", 120, MARGIN + 2500),
        (SETTLES, "write_off", 120, MARGIN + 2500),
        (LATE, "escalate", 600, MARGIN + 1800 + 2500),
        (FAILS, "ship", 120, 349900),
        (FAILS, "close", 320, MARGIN),
        (HARD, "ship", 120, GOODS),
        (HARD, "escalate", 320, 1800),
        (HARD, "close", 120, 0),
        (BACK, "ship", 320, 0),
        (BACK, "escalate", 320, MARGIN + 1800),
        (BACK, "close", 320, -GOODS),
    ],
)
def test_losses_are_those_that_were_published(made: Task, act: str, at: int, cents: int):
    assert loss(made, act, at) == cents


def test_the_dearest_published_loss():
    """1,442.60 dollars: escalated at the last tick, and the capture settles later."""
    assert loss(LATE, "escalate", 600) == 144260


def test_the_cheapest_order_has_a_margin_of_ten_dollars():
    assert Costs().goods(2499) == 1499


@pytest.mark.parametrize(("resolves", "fee"), [(660, 0), (661, 2500)])
def test_money_that_comes_soon_after_an_escalation_is_not_disputed(resolves: int, fee: int):
    made = task(value=349900, resolves_at=resolves)
    assert loss(made, "escalate", 600) == MARGIN + 1800 + fee


def test_a_refund_returns_what_came_in_once():
    desk = SettlementDesk(schedule(SETTLES))
    desk.wait(200)
    desk.refund()
    desk.close()
    assert tally(desk.ended(), SETTLES) == (1, 1, 0, 0, 0)
    twice = End("close", 400, desk.ended().captures, 2, False)
    assert position(tally(twice, SETTLES), 349900) == -349900


ends = st.builds(
    End,
    act=st.sampled_from(["ship", "close", "write_off", "escalate", ""]),
    at=st.integers(120, 600),
    captures=st.lists(
        st.builds(Capture, st.just("k"), st.integers(120, 1200), st.booleans()),
        min_size=1,
        max_size=5,
    ).map(tuple),
    refunds=st.integers(0, 3),
    premature=st.booleans(),
)
costs = st.builds(Costs, st.integers(0, 100), st.integers(0, 5000), st.integers(0, 5000))


@given(tasks, ends, costs)
def test_money_is_conserved(made: Task, end: End, cost: Costs):
    """What came in is what is left, what went back, and what was spent; nothing else."""
    counted = tally(end, made)
    spent = (
        counted.shipped * cost.goods(made.value)
        + counted.disputes * cost.dispute
        + counted.escalations * cost.escalation
    )
    left = position(counted, made.value, cost)
    assert made.value * counted.settled == left + made.value * counted.returned + spent
    assert counted.settled == sum(one.settles for one in end.captures)
    assert min(counted) >= 0
    if end.act == "ship" and counted.settled == 1 and made.charged_back_at is None:
        assert counted.returned == end.refunds


@given(tasks, ends, costs)
def test_the_deductions_are_the_loss(made: Task, end: End, cost: Costs):
    best, counted = tally(reference(made), made), tally(end, made)
    parts = deductions(best, counted, made.value, cost)
    assert sum(parts) == position(best, made.value, cost) - position(counted, made.value, cost)


@given(tasks, ends)
def test_nobody_keeps_money_without_shipping(made: Task, end: End):
    counted = tally(end, made)
    if not counted.shipped:
        assert counted.returned >= counted.settled


def test_the_reference_acts_before_the_outcome_on_all_but_the_retryable():
    early = [made for made in corpus().tasks if reference(made).premature]
    assert len(early) == 276
    assert {made.archetype for made in set(corpus().tasks) - set(early)} == {Archetype.PENDING_FAIL}


def test_the_reference_does_not_know_of_chargebacks():
    assert reference(BACK).act == "ship"
    assert position(tally(reference(BACK), BACK), BACK.value) == -GOODS - 2500
