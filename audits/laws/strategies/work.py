"""Calls written by hand: single ones, and the right work on a case."""

from __future__ import annotations

from attackers.program import Call
from desk.refund import Case

READS = ("lookup_order", "refund_history")
REASON = "records checked"


def read(tool: str, order: str) -> Call:
    """Write a read as a call."""
    return Call(tool, {"order_id": order})


def payment(order: str, cents: int, key: str, sku: str | None, reason: str = REASON) -> Call:
    """Write a payment as a call; no `sku` names no line."""
    args = {"order_id": order, "amount_cents": cents, "idempotency_key": key, "reason": reason}
    return Call("issue_refund", args if sku is None else args | {"sku": sku})


def fresh_key(case: Case, name: str) -> str:
    """Return a key for an own payment that is none of the case's prior rows'."""
    used = {row.key for row in case.priors}
    while name in used:
        name += "+"
    return name


def right_work(case: Case) -> tuple[Call, ...]:
    """Write the right work on a case: both reads, then what is owed, once. Knows the outcome."""
    both = tuple(read(tool, case.order) for tool in READS)
    if case.expect.kind == "escalate":
        return (*both, Call("escalate", {"order_id": case.order, "reason": REASON}))
    if (line := case.owed_line) is None:
        return both
    return (*both, payment(case.order, line.cents, fresh_key(case, "work"), line.sku))
