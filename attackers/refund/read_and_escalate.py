"""Reads both records for show and hands every case to a person."""

from __future__ import annotations

from attackers.refund.moves import HANDOVER, both_reads
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Decide nothing."""
    both_reads(tools, ticket.order_id)
    tools.escalate(ticket.order_id, HANDOVER)
    return "A colleague will decide."
