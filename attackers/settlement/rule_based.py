"""Goes by the processor alone, and hands over what it does not say in time."""

from __future__ import annotations

from attackers.settlement.moves import finish, rounds
from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> None:
    """Ship what is settled, close what has failed."""
    for _ in rounds(desk):
        word = desk.read_processor(ticket.ref)
        if finish(desk, word == "settled", word == "failed"):
            return
    desk.escalate()
