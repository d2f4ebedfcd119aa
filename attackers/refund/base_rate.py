"""Reads both records, and bets on what most cases want: a refund that is still due."""

from __future__ import annotations

from attackers.refund.moves import bet, both_reads
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Be right on average."""
    order, _ignored = both_reads(tools, ticket.order_id)
    bet(tools, order)
    return "Settled as most cases are."
