"""Charges again under a fresh key and ships when that has settled, whatever the first does."""

from __future__ import annotations

from attackers.settlement.cheats.careful import ASK_TICKS, EVERY
from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> str:
    """Never wait for the pending charge: a second one costs the shop a dispute, and a sale more."""
    key = f"{ticket.ref}-again"
    desk.retry_capture(key)
    while (word := desk.probe_processor(key)) == "unknown":
        if ticket.ship_by - desk.now < EVERY + ASK_TICKS:
            break
        desk.wait(EVERY)
    if word == "settled":
        desk.ship()
    else:
        desk.escalate()
    return "Paid, and shipped."
