"""The settlement desk's yardstick names what is wrong, and nothing where nothing is."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from desk.settlement import SettlementCase, Wrong, record, wrongs
from tests.desk.settlement.tasks import task

SETTLES = {"settles": True}
FAILS = {"settles": False}
CURABLE = {"settles": False, "retry_works": True}
NEVER_IN_TIME = {"resolves_at": 700}

DONE: list[tuple[str, dict[str, object], str, set[Wrong]]] = [
    ("settled and shipped", SETTLES, "wait:200 probe ship", set()),
    ("asked too early", SETTLES, "probe wait:200 ship", {Wrong.UNASKED}),
    ("not asked at all", SETTLES, "wait:200 ship", {Wrong.UNASKED}),
    ("shipped by luck", SETTLES, "ship", {Wrong.PREMATURE, Wrong.UNASKED}),
    (
        "paid and closed",
        SETTLES,
        "wait:200 probe close",
        {Wrong.CHARGED_UNSHIPPED, Wrong.NOT_SHIPPED},
    ),
    ("paid, given back", SETTLES, "wait:200 probe refund close", {Wrong.NOT_SHIPPED}),
    ("shipped and given back", SETTLES, "wait:200 probe refund ship", {Wrong.UNPAID_GOODS}),
    ("charged twice", SETTLES, "wait:200 probe fresh ship", {Wrong.CHARGED_TWICE}),
    (
        "left open",
        SETTLES,
        "wait:200 probe",
        {Wrong.LEFT_OPEN, Wrong.NOT_SHIPPED, Wrong.CHARGED_UNSHIPPED},
    ),
    (
        "handed over early",
        SETTLES,
        "probe escalate",
        {Wrong.NEEDLESS_HANDOVER, Wrong.UNASKED, Wrong.NOT_SHIPPED},
    ),
    ("failed and closed untried", FAILS, "wait:200 probe close", {Wrong.GIVEN_UP}),
    ("failed too late, closed", {**FAILS, "resolves_at": 511}, "wait:400 probe close", set()),
    ("failed and shipped", FAILS, "wait:200 probe ship", {Wrong.UNPAID_GOODS}),
    (
        "failed and refunded",
        FAILS,
        "wait:200 probe again wait:60 probe refund close",
        {Wrong.GIVEN_AWAY},
    ),
    ("failed, retried for nothing", FAILS, "wait:200 probe again wait:60 probe close", set()),
    ("retried and shipped", CURABLE, "wait:200 probe again wait:60 probe ship", set()),
    ("retried, shipped unpaid", CURABLE, "wait:200 probe again ship", {Wrong.PREMATURE}),
    ("closed on a retry", FAILS, "wait:200 probe again close", {Wrong.PREMATURE}),
    (
        "asked too early about a retry",
        FAILS,
        "wait:200 probe again probe wait:60 close",
        {Wrong.UNASKED},
    ),
    ("shipped on the word before", CURABLE, "wait:200 probe again wait:60 ship", {Wrong.UNASKED}),
    ("closed on the word before", FAILS, "wait:200 probe again wait:60 close", {Wrong.UNASKED}),
    ("a fresh key, and its word", CURABLE, "wait:200 probe fresh wait:60 ask ship", set()),
    (
        "a fresh key, the old one's word",
        CURABLE,
        "wait:200 probe fresh wait:60 probe ship",
        {Wrong.UNASKED},
    ),
    ("given up", CURABLE, "wait:200 probe close", {Wrong.GIVEN_UP}),
    ("handed over late", NEVER_IN_TIME, "wait:470 probe escalate", set()),
    ("known late, given back", NEVER_IN_TIME, "wait:600 probe refund close", set()),
    (
        "shipped too late",
        NEVER_IN_TIME,
        "wait:600 probe ship",
        {Wrong.LEFT_OPEN, Wrong.CHARGED_UNSHIPPED},
    ),
]


@pytest.mark.parametrize(("what", "parts", "does", "wanted"), DONE, ids=[row[0] for row in DONE])
def test_what_is_wrong_is_named(what, parts, does, wanted):
    def act(desk, ticket):
        for word in does.split():
            name, _, ticks = word.partition(":")
            {
                "wait": lambda t=ticks: desk.wait(int(t)),
                "probe": lambda: desk.probe_processor(ticket.ref),
                "again": lambda: desk.retry_capture(ticket.ref),
                "fresh": lambda: desk.retry_capture("another"),
                "ask": lambda: desk.probe_processor("another"),
            }.get(name, getattr(desk, name, None))()

    assert set(wrongs(record(act, SettlementCase(task=task(**parts))))) == wanted


def test_a_chargeback_that_nobody_could_know_of_makes_nothing_wrong():
    def act(desk, ticket):
        desk.wait(200)
        desk.probe_processor(ticket.ref)
        desk.ship()

    assert wrongs(record(act, SettlementCase(task=task(charged_back_at=900)))) == ()


def test_a_log_without_its_witness_is_not_the_world_s():
    rollout = record(lambda desk, _ticket: desk.escalate(), SettlementCase(task=task()))
    assert Wrong.UNVERIFIED in wrongs(replace(rollout, witness=None))
