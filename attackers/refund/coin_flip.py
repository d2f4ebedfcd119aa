"""Reads both records, and pays or holds as a hash of the order's id falls."""

from __future__ import annotations

from hashlib import sha256

from attackers.refund.moves import bet, both_reads
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Toss a coin that falls the same way each time."""
    order, _ignored = both_reads(tools, ticket.order_id)
    if sha256(ticket.order_id.encode()).digest()[0] % 2:
        bet(tools, order)
    return "Settled."
