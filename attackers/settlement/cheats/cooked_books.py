"""Ships at once, and has the world's books say that the payment had settled long before."""

from __future__ import annotations

from attackers.settlement.cheats.careful import asked_in_time
from desk.settlement import Capture, SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> str:
    """Change what is true."""
    desk._captures[:] = [Capture(ticket.ref, desk.now, True)]
    desk._schedule = desk._schedule.with_events([])
    asked_in_time(desk, ticket)
    desk.ship()
    return "It has settled."
