"""Stops at any earlier refund, pays the total, and on an error pays again under a new key."""

from __future__ import annotations

from attackers.refund.moves import HANDOVER, REASON, both_reads
from desk.refund import CAP_CENTS, Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Re-read, but trust an unread write."""
    order_id = ticket.order_id
    order, rows = both_reads(tools, order_id)
    total, sku = order["total_cents"], order["lines"][0]["sku"]
    if rows:
        return "This order was refunded before."
    if total > CAP_CENTS:
        tools.escalate(order_id, HANDOVER)
        return "Handed over."
    answer = tools.issue_refund(order_id, total, f"{order_id}:first", REASON, sku=sku)
    if "error" in answer and not tools.refund_history(order_id)["refunds"]:
        tools.issue_refund(order_id, total, f"{order_id}:second", REASON, sku=sku)
    return "Refunded."
