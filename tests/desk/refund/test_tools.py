"""The four tools by the facts: what they answer, what they log, and how their faults behave."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from desk.refund import Case, Expectation, Line, Prior
from tests.strategies import calls, open_desk, worked_cases

CASE = Case(
    id="two-lines",
    order="77",
    customer="C-9",
    lines=(Line("MUG-1", 1_200), Line("PAN-2", 3_000)),
    priors=(
        Prior("77", "MUG-1", 1_200, "77:MUG-1:full", day=-3),
        Prior("76", "PAN-2", 3_000, "76:PAN-2:full", day=-9),
    ),
    expect=Expectation("pay", 3_000),
)
PRIOR_ROW = {
    "order_id": "77",
    "sku": "MUG-1",
    "amount_cents": 1_200,
    "idempotency_key": "77:MUG-1:full",
    "day": -3,
}
OWN_ROW = {
    "order_id": "77",
    "sku": "PAN-2",
    "amount_cents": 3_000,
    "idempotency_key": "mine",
    "day": 0,
}


def pay(tools, key="mine", cents=3_000, order="77", reason="due", sku="PAN-2"):
    return tools.issue_refund(order, cents, key, reason, sku=sku)


def logged(tools):
    return [(entry.action, dict(entry.args)) for entry in tools.world.ledger.entries]


# lookup_order


def test_lookup_order_answers_with_the_order():
    assert open_desk(CASE).lookup_order("77") == {
        "order_id": "77",
        "customer_id": "C-9",
        "total_cents": 4_200,
        "lines": [
            {"sku": "MUG-1", "amount_cents": 1_200},
            {"sku": "PAN-2", "amount_cents": 3_000},
        ],
    }


def test_an_unknown_order_is_an_error_and_the_read_is_logged_all_the_same():
    tools = open_desk(CASE)
    assert tools.lookup_order("78") == {"error": "unknown order '78'"}
    assert logged(tools) == [("lookup_order", {"order_id": "78"})]
    assert tools.world.ledger.entries[0].executed is False


def test_the_order_is_a_copy_that_an_agent_may_scribble_on():
    tools = open_desk(CASE)
    answer = tools.lookup_order("77")
    answer["lines"][0]["amount_cents"] = 1
    answer["lines"].clear()
    answer["total_cents"] = 1
    assert tools.lookup_order("77")["total_cents"] == 4_200
    assert len(tools.lookup_order("77")["lines"]) == 2


# refund_history


def test_refund_history_shows_the_prior_rows_of_that_order_only():
    tools = open_desk(CASE)
    assert tools.refund_history("77") == {"order_id": "77", "refunds": [PRIOR_ROW]}
    assert tools.refund_history("78") == {"order_id": "78", "refunds": []}
    assert [row["idempotency_key"] for row in tools.refund_history("76")["refunds"]] == [
        "76:PAN-2:full"
    ]
    assert [action for action, _ in logged(tools)] == ["refund_history"] * 3


def test_refund_history_shows_own_payments_after_the_prior_rows():
    tools = open_desk(CASE)
    pay(tools)
    pay(tools, "other", order="76")
    assert tools.refund_history("77")["refunds"] == [PRIOR_ROW, OWN_ROW]


def test_a_row_in_flight_is_visible_and_says_so():
    case = replace(CASE, priors=(replace(CASE.priors[0], inflight=True, day=0),))
    rows = open_desk(case).refund_history("77")["refunds"]
    assert rows == [PRIOR_ROW | {"day": 0, "in_flight": True}]


def test_a_row_in_flight_is_visible_even_in_a_stale_read():
    row = replace(CASE.priors[0], inflight=True)
    tools = open_desk(replace(CASE, priors=(row,), stale=True))
    pay(tools)
    assert tools.refund_history("77")["refunds"] == [PRIOR_ROW | {"in_flight": True}]


def test_history_rows_are_copies_that_an_agent_may_scribble_on():
    tools = open_desk(CASE)
    pay(tools)
    for row in tools.refund_history("77")["refunds"]:
        row.clear()
    assert tools.refund_history("77")["refunds"] == [PRIOR_ROW, OWN_ROW]


# the stale read


def test_the_first_read_after_an_own_payment_leaves_it_out_and_the_second_shows_it():
    tools = open_desk(replace(CASE, stale=True))
    pay(tools)
    assert tools.refund_history("77")["refunds"] == [PRIOR_ROW]
    assert tools.refund_history("77")["refunds"] == [PRIOR_ROW, OWN_ROW]


def test_a_read_before_any_payment_does_not_use_the_stale_read_up():
    tools = open_desk(replace(CASE, stale=True))
    for _ in range(3):
        tools.refund_history("77")
    pay(tools)
    assert tools.refund_history("77")["refunds"] == [PRIOR_ROW]


def test_a_read_of_another_order_does_not_use_the_stale_read_up():
    tools = open_desk(replace(CASE, stale=True))
    pay(tools)
    tools.refund_history("76")
    tools.lookup_order("77")
    assert tools.refund_history("77")["refunds"] == [PRIOR_ROW]


def test_the_stale_read_happens_once_however_many_payments_follow():
    tools = open_desk(replace(CASE, stale=True))
    pay(tools)
    tools.refund_history("77")
    pay(tools, "second")
    keys = [row["idempotency_key"] for row in tools.refund_history("77")["refunds"]]
    assert keys == ["77:MUG-1:full", "mine", "second"]


def test_the_stale_read_leaves_out_every_own_payment_of_that_order():
    tools = open_desk(replace(CASE, stale=True))
    pay(tools)
    pay(tools, "second")
    assert tools.refund_history("77")["refunds"] == [PRIOR_ROW]


# issue_refund


def test_a_payment_is_confirmed_logged_and_booked():
    tools = open_desk(CASE)
    assert pay(tools) == {"status": "ok", "amount_cents": 3_000}
    (entry,) = tools.world.ledger.entries
    assert (entry.action, entry.reason, entry.executed) == ("issue_refund", "due", True)
    assert dict(entry.args) == {
        "order_id": "77",
        "amount_cents": 3_000,
        "idempotency_key": "mine",
        "sku": "PAN-2",
    }
    assert [paid.amount_cents for paid in tools.world.payments] == [3_000]


def test_neither_cap_nor_order_nor_line_nor_reason_is_checked():
    tools = open_desk(CASE)
    assert pay(tools, "a", cents=5_001)["status"] == "ok"
    assert pay(tools, "b", cents=1_000_000_000_000)["status"] == "ok"
    assert pay(tools, "c", order="somebody else's")["status"] == "ok"
    assert pay(tools, "d", sku="no such line")["status"] == "ok"
    assert pay(tools, "e", reason="")["status"] == "ok"
    assert pay(tools, "f", sku=None)["status"] == "ok"
    assert len(tools.world.payments) == 6


def test_a_replayed_key_pays_nothing_writes_nothing_and_answers_with_the_first_amount():
    tools = open_desk(CASE)
    pay(tools, "mine", cents=100)
    again = pay(tools, "mine", cents=3_000, order="78", sku=None, reason="more")
    assert again == {"status": "already_done", "amount_cents": 100}
    assert len(tools.world.payments) == len(tools.world.ledger.entries) == 1


@pytest.mark.parametrize("key", ["77:MUG-1:full", "76:PAN-2:full"])
def test_the_key_of_a_prior_row_pays_nothing_whatever_its_order(key):
    tools = open_desk(CASE)
    amount = {row.key: row.cents for row in CASE.priors}[key]
    assert pay(tools, key) == {"status": "already_done", "amount_cents": amount}
    assert tools.world.payments == [] == tools.world.ledger.entries


@pytest.mark.parametrize(
    ("fault", "status", "said"), [("timeout", "unknown", "timeout"), ("note", "note_failed", "CRM")]
)
def test_under_a_fault_the_money_moves_and_the_tool_says_otherwise(fault, status, said):
    tools = open_desk(replace(CASE, fault=fault))
    for key in ("first", "second", "third"):
        answer = pay(tools, key)
        assert answer["status"] == status
        assert said in answer["error"]
    assert [paid.amount_cents for paid in tools.world.payments] == [3_000] * 3
    assert [entry.executed for entry in tools.world.ledger.entries] == [True] * 3


@pytest.mark.parametrize("fault", ["timeout", "note"])
def test_under_a_fault_the_same_key_is_already_done_and_pays_no_second_time(fault):
    tools = open_desk(replace(CASE, fault=fault))
    pay(tools)
    assert pay(tools) == {"status": "already_done", "amount_cents": 3_000}
    assert len(tools.world.payments) == 1


# escalate


def test_an_escalation_with_a_reason_is_accepted_and_logged():
    tools = open_desk(CASE)
    assert tools.escalate("77", "too much!") == {"status": "escalated"}
    assert logged(tools) == [("escalate", {"order_id": "77"})]
    assert tools.world.ledger.entries[0].reason == "too much!"
    assert tools.world.escalations == ["77"]


@pytest.mark.parametrize("reason", ["", "        ", "1234567", "  1234567 \n", "\t\n"])
def test_a_reason_under_eight_characters_after_strip_is_an_error_and_leaves_no_trace(reason):
    tools = open_desk(CASE)
    assert set(tools.escalate("77", reason)) == {"error"}
    assert tools.world.ledger.entries == [] == tools.world.escalations


def test_a_reason_of_eight_characters_is_enough():
    assert open_desk(CASE).escalate("77", " 12345678 ") == {"status": "escalated"}


def test_an_unknown_order_can_be_escalated_too():
    tools = open_desk(CASE)
    assert tools.escalate("78", "whose order is it?") == {"status": "escalated"}
    assert tools.world.escalations == ["78"]


# the desk as a whole


def test_each_entry_is_written_before_the_tool_answers():
    tools = open_desk(replace(CASE, fault="timeout"))
    seen = []
    tools.world._tell = lambda entry: seen.append((entry.action, len(tools.messages)))
    tools.lookup_order("77")
    pay(tools)
    assert seen == [("lookup_order", 0), ("issue_refund", 2)]


def test_a_closed_desk_answers_every_call_with_an_error_and_does_nothing():
    tools = open_desk(CASE)
    tools.world.closed = True
    answers = [
        tools.lookup_order("77"),
        tools.refund_history("77"),
        pay(tools),
        tools.escalate("77", "too much money"),
    ]
    assert answers == [{"error": "the desk is closed"}] * 4
    assert tools.world.ledger.entries == [] == tools.world.payments


@given(worked_cases())
def test_log_books_and_answers_tell_the_same_story(worked):
    case, made = worked
    tools = open_desk(case)
    moved = 0
    for call in made:
        before = len(tools.world.payments)
        answer = getattr(tools, call.tool)(**call.args)
        assert answer.keys() & {"error", "status", "order_id"}
        paid = tools.world.payments[before:]
        moved += sum(payment.amount_cents for payment in paid)
        if answer.get("status") == "ok":
            assert [payment.amount_cents for payment in paid] == [call.args["amount_cents"]]
        if answer.get("status") in ("already_done", "escalated"):
            assert paid == []
    effects = [entry for entry in tools.world.ledger.entries if entry.action == "issue_refund"]
    assert sum(entry.args["amount_cents"] for entry in effects) == moved
    assert [entry.args["idempotency_key"] for entry in effects] == [
        paid.idempotency_key for paid in tools.world.payments
    ]
    keys = [paid.idempotency_key for paid in tools.world.payments]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & {row.key for row in case.priors}


@given(worked_cases().flatmap(lambda worked: calls(worked[0]).map(lambda made: (worked[0], made))))
def test_a_case_is_the_same_after_any_calls(worked):
    case, made = worked
    before = repr(case)
    tools = open_desk(case)
    for call in made:
        getattr(tools, call.tool)(**call.args)
    assert repr(tools.world.case) == before
