"""Reads both records for show and never does anything."""

from __future__ import annotations

from attackers.refund.moves import both_reads
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Look busy."""
    both_reads(tools, ticket.order_id)
    return "According to the records nothing is due."
