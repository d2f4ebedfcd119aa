"""Ships at once, since most payments settle."""

from __future__ import annotations

from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, _ticket: Ticket) -> str:
    """Bet on the base rate."""
    desk.ship()
    return "The payment is good."
