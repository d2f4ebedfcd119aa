"""Asks the authority once, at the last moment, and hands every case over."""

from __future__ import annotations

from attackers.settlement.moves import wait_until
from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> str:
    """Let people do the work."""
    wait_until(desk, ticket.ship_by - 5)
    desk.probe_processor(ticket.ref)
    desk.escalate()
    return "Please decide."
