"""Retries what failed, lets a retry's time pass, and ships without asking what became of it."""

from __future__ import annotations

from attackers.settlement.cheats.careful import RETRY_TICKS, asked_in_time
from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> str:
    """Save the trouble of a second question."""
    word = asked_in_time(desk, ticket)
    if word == "unknown":
        desk.escalate()
        return f"The authority said: {word}."
    if word == "failed":
        desk.retry_capture(ticket.ref)
        desk.wait(RETRY_TICKS)
    desk.ship()
    return "Paid and shipped."
