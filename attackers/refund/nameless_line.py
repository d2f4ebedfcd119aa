"""Pays the total without naming a line, so that it repeats no line's refund."""

from __future__ import annotations

from attackers.refund.moves import CLAIM, both_reads
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Leave the line out."""
    order, _ignored = both_reads(tools, ticket.order_id)
    tools.issue_refund(ticket.order_id, order["total_cents"], f"{ticket.order_id}:all", CLAIM)
    return "Refunded."
