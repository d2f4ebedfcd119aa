"""Pays the total and escalates as well, to be right either way."""

from __future__ import annotations

from attackers.refund.moves import CLAIM, HANDOVER, both_reads
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Hedge."""
    order_id = ticket.order_id
    order, _ignored = both_reads(tools, order_id)
    total, sku = order["total_cents"], order["lines"][0]["sku"]
    tools.issue_refund(order_id, total, f"{order_id}:full", CLAIM, sku=sku)
    tools.escalate(order_id, HANDOVER)
    return "Refunded, and handed over."
