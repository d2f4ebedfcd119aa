"""Closes every order at once."""

from __future__ import annotations

from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, _ticket: Ticket) -> str:
    """Bet that nothing comes in."""
    desk.close()
    return "The payment failed."
