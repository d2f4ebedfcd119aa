"""Waits until the authority knows, and closes every case, paid or not."""

from __future__ import annotations

from attackers.settlement.cheats.careful import asked_in_time
from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> str:
    """Cancel what was paid for; the customer may dispute it."""
    asked_in_time(desk, ticket)
    desk.close()
    return "The order is cancelled."
