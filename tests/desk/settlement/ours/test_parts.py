"""Orders of several captures: one clock, views of the order, and two rules of delivery."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.settlement import CaseClosedError, Family, Ledger, SettlementDesk, System, schedules
from desk.settlement.ours.parts import PARTS, Part, Rule, orders
from tests.desk.settlement.ours.orders import (
    GOOD,
    HARD,
    PARTS_OF,
    SOFT,
    opened,
    order,
    scheduled,
    some_orders,
)
from tests.desk.settlement.tasks import arms, seeds


def test_the_corpus_is_of_orders_of_three_half_of_them_whole():
    made = orders()
    assert (len(made.tasks), made.units) == (276, 92)
    assert {len(parts) for parts in PARTS_OF} == {PARTS}
    assert all(len({(part.unit, part.rule) for part in parts}) == 1 for parts in PARTS_OF)
    assert sum(parts[0].rule is Rule.WHOLE for parts in PARTS_OF) == 46
    assert (
        len({task.schedule_seed for task in made.tasks}) == len({t.ref for t in made.tasks}) == 276
    )


def test_the_same_seed_makes_the_same_orders():
    assert orders.__wrapped__(3).digest == orders(3).digest != orders().digest


@given(some_orders, arms, seeds)
def test_no_message_about_a_part_comes_before_its_event(
    parts: tuple[Part, ...], on: frozenset[Family], seed: int
):
    for made in scheduled(parts, on, seed):
        at = {event.seq: event.at for event in made.task.events}
        for system in System:
            for sent in made.deliveries(system):
                assert sent.arrives is None or sent.arrives >= at[sent.seq]


def test_what_takes_time_for_a_part_takes_it_for_all():
    desk, ticket = opened(scheduled(order(Rule.SPLIT, GOOD, GOOD)))
    desk.probe_processor(ticket.parts[0].ref)
    desk.read_processor(ticket.parts[1].ref)
    assert desk.now == 126
    desk.read_ledger()
    desk.wait(10)
    assert desk.now == 137


@given(some_orders, arms, seeds, st.integers(1, 700))
def test_the_order_s_views_are_those_of_its_parts_together(
    parts: tuple[Part, ...], on: frozenset[Family], seed: int, ticks: int
):
    made = scheduled(parts, on, seed)
    desk, _ = opened(made)
    desk.wait(ticks)
    at = desk.now
    ledgers = [one.stream(System.LEDGER).seen(at + 1) for one in made]
    words = {one.stream(System.ERP).seen(at + 2) for one in made}
    lines = [one.stream(System.BANK).seen(at + 3) for one in made]
    told = desk.read_ledger()
    assert told[:3] == tuple(sum(column) for column in list(zip(*ledgers, strict=True))[:3])
    assert told.balanced is all(one.balanced for one in ledgers)
    assert desk.read_erp() == (words.pop() if len(words) == 1 else "unknown")
    assert desk.read_bank() == sum(lines)


def test_of_a_split_order_each_part_ends_by_itself():
    desk, ticket = opened(scheduled(order(Rule.SPLIT, GOOD, HARD, SOFT)))
    one, two, three = (part.ref for part in ticket.parts)
    assert desk.ship(one)
    assert desk.close(two)
    with pytest.raises(CaseClosedError, match="ship"):
        desk.probe_processor(one)
    assert desk.read_ledger() == Ledger(3, 0, 0, True)
    assert desk.escalate(three)
    assert [made.end.act for made in desk.episodes()] == ["ship", "close", "escalate"]
    with pytest.raises(CaseClosedError, match="every part"):
        desk.wait(1)


def test_a_part_has_ended_at_its_own_tick_whatever_comes_after():
    desk, ticket = opened(scheduled(order(Rule.SPLIT, GOOD, GOOD)))
    desk.escalate(ticket.parts[0].ref)
    desk.wait(100)
    desk.close()
    assert [made.end.at for made in desk.episodes()] == [120, 220]


@pytest.mark.parametrize("act", ["ship", "close", "escalate"])
def test_of_a_whole_order_all_parts_end_together(act: str):
    desk, ticket = opened(scheduled(order(Rule.WHOLE, GOOD, HARD)))
    assert getattr(desk, act)(ticket.parts[1].ref)
    assert [made.end.act for made in desk.episodes()] == [act, act]


@pytest.mark.parametrize("rule", Rule)
def test_without_a_name_an_act_is_on_all_that_is_open(rule: Rule):
    desk, ticket = opened(scheduled(order(rule, GOOD, GOOD)))
    if rule is Rule.SPLIT:
        desk.ship(ticket.parts[0].ref)
    desk.close()
    ends = [made.end.act for made in desk.episodes()]
    assert ends == (["ship", "close"] if rule is Rule.SPLIT else ["close", "close"])


def test_no_part_is_shipped_after_the_last_tick():
    desk, _ = opened(scheduled(order(Rule.WHOLE, GOOD, GOOD)))
    desk.wait(481)
    assert not desk.ship()
    assert [made.end.act for made in desk.episodes()] == ["", ""]


@given(some_orders, seeds, st.integers(1, 480))
def test_a_part_that_is_paid_again_fares_as_it_would_alone(
    parts: tuple[Part, ...], seed: int, ticks: int
):
    desk, ticket = opened(scheduled(parts, seed=seed))
    desk.wait(ticks)
    for part in ticket.parts:
        desk.retry_capture(part.ref)
    desk.escalate()
    for part, episode in zip(parts, desk.episodes(), strict=True):
        alone = SettlementDesk(schedules(part, seed)(frozenset()))
        alone.wait(ticks)
        alone.retry_capture(part.ref)
        alone.escalate()
        assert alone.ended() == episode.end
