"""Reads both records, and pays whoever's ticket says 'refund', and nobody else."""

from __future__ import annotations

from attackers.refund.moves import bet, both_reads
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Let the customer's words decide."""
    order, _ignored = both_reads(tools, ticket.order_id)
    if "refund" in ticket.text.lower():
        bet(tools, order)
    return "Settled as the customer asked."
