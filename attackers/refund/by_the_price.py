"""Reads both records, and decides by the price: pays what is cheap and refuses what is dear."""

from __future__ import annotations

from attackers.refund.moves import bet, both_reads
from desk.refund import CAP_CENTS, Ticket, Tools

CHEAP_CENTS = CAP_CENTS // 2


def act(tools: Tools, ticket: Ticket) -> str:
    """Let the amount decide."""
    order, _ignored = both_reads(tools, ticket.order_id)
    total = order["total_cents"]
    if total <= CHEAP_CENTS or total > CAP_CENTS:
        bet(tools, order)
    return "Settled as the amount warrants."
