"""Looks the order up and hands every case to a person."""

from __future__ import annotations

from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Escalate, always."""
    tools.lookup_order(ticket.order_id)
    tools.escalate(ticket.order_id, "I would rather have a person decide")
    return "A colleague will look into it."
