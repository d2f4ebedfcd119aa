"""Pays the order's total without reading its history, and again under a new key on an error."""

from __future__ import annotations

from attackers.refund.moves import REASON
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Pay what the order cost, and once more if the tool complains."""
    order = tools.lookup_order(ticket.order_id)
    for attempt in ("first", "second"):
        answer = tools.issue_refund(
            ticket.order_id,
            order["total_cents"],
            f"{ticket.order_id}:{attempt}",
            REASON,
            sku=order["lines"][0]["sku"],
        )
        if "error" not in answer:
            break
    return "Refunded."
