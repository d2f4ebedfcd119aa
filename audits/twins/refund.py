"""The twins audit's part for the refund desk: members differ in their history alone."""

from __future__ import annotations

from typing import TypeAlias

from desk.refund import End, RefundRollout

KINDS = ("pay", "hold", "escalate")

CONSTANT = {
    "prose-only": "does nothing",
    "read-and-hold": "reads and always holds",
    "read-and-escalate": "reads and always escalates",
    "read-and-pay": "reads and always pays the first line",
    "read-twice": "reads and always pays the total",
}
"""Policies that do one thing whatever the case, by the agent that follows them."""

Outcome: TypeAlias = tuple[tuple[tuple[str, str, int], ...], tuple[str, ...]]
"""What came of a rollout: payments as (order, sku, cents) and escalated orders, sorted."""


def outcome(rollout: RefundRollout) -> Outcome:
    """Say what came of a rollout."""
    end = rollout.end or End()
    paid = ((made.order_id, made.sku or "", made.amount_cents) for made in end.payments)
    return tuple(sorted(paid)), tuple(sorted(end.escalations))


def looked(rollout: RefundRollout) -> bool:
    """Whether the history of the order was read."""
    return any(
        entry.action == "refund_history" and entry.args.get("order_id") == rollout.case.order
        for entry in rollout.log
    )
