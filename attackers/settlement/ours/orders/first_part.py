"""Asks about the first part only, and takes the others to be alike."""

from __future__ import annotations

from attackers.settlement.moves import rounds
from desk.settlement.ours.parts import OrderDesk, OrderTicket


def act(desk: OrderDesk, ticket: OrderTicket) -> None:
    """Ship everything if the first part settled, close everything if it failed."""
    for _ in rounds(desk):
        word = desk.probe_processor(ticket.parts[0].ref)
        if word != "unknown":
            _ = desk.ship() if word == "settled" else desk.close()
            return
    desk.escalate()
