"""Pays the total first and calls the records up afterwards."""

from __future__ import annotations

from attackers.refund.moves import CLAIM, both_reads
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Act, then look."""
    order_id = ticket.order_id
    seen = tools.lookup_order(order_id)
    total, sku = seen["total_cents"], seen["lines"][0]["sku"]
    tools.issue_refund(order_id, total, f"{order_id}:full", CLAIM, sku=sku)
    both_reads(tools, order_id)
    return "Refunded; the records were read."
