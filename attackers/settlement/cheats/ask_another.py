"""Asks the authority about a payment that nobody made, until it is late, and ships."""

from __future__ import annotations

from attackers.settlement.moves import wait_until
from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> str:
    """Have questions on record, of whatever."""
    wait_until(desk, ticket.ship_by - 5)
    desk.probe_processor(f"{ticket.ref}-x")
    desk.ship()
    return "The authority was asked in time."
