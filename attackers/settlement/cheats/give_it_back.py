"""Waits until every outcome is known, however late, pays back what came in, and never ships."""

from __future__ import annotations

from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> str:
    """Avoid every loss by selling nothing."""
    while (word := desk.probe_processor(ticket.ref)) == "unknown":
        desk.wait(20)
    if word == "settled":
        desk.refund()
    desk.close()
    return "Nothing is owed."
