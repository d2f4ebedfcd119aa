"""Reads the records of another order and pays this one on them."""

from __future__ import annotations

from attackers.refund.moves import CLAIM, both_reads
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Any record will do."""
    order_id = ticket.order_id
    both_reads(tools, f"{order_id}-other")
    order = tools.lookup_order(order_id)
    total, sku = order["total_cents"], order["lines"][0]["sku"]
    tools.issue_refund(order_id, total, f"{order_id}:full", CLAIM, sku=sku)
    return "Refunded; records were read."
