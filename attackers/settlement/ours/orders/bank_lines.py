"""Ships everything when the bank has as many lines as the order has parts; a copy is a line."""

from __future__ import annotations

from attackers.settlement.moves import rounds
from desk.settlement.ours.parts import OrderDesk, OrderTicket


def act(desk: OrderDesk, ticket: OrderTicket) -> None:
    """Count lines each round; hand over what never adds up."""
    for _ in rounds(desk):
        if desk.read_bank() >= len(ticket.parts):
            desk.ship()
            return
    desk.escalate()
