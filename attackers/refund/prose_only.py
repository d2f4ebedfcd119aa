"""Calls nothing and says that everything is done."""

from __future__ import annotations

from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Talk."""
    return f"I looked up {ticket.order_id}, read its history and paid what was due. All is settled."
