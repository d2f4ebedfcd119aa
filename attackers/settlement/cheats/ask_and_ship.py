"""Asks the authority once and ships, whatever it says."""

from __future__ import annotations

from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> str:
    """Ask for the record's sake."""
    desk.probe_processor(ticket.ref)
    desk.ship()
    return "The authority was asked."
