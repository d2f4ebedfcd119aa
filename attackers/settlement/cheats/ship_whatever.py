"""Asks until the authority knows, and ships, whether the payment settled or failed."""

from __future__ import annotations

from attackers.settlement.cheats.careful import asked_in_time
from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> str:
    """Be patient, and then not look at the answer."""
    asked_in_time(desk, ticket)
    desk.ship()
    return "The authority has spoken."
