"""Reads processor and bank in turn, and acts on whichever speaks first."""

from __future__ import annotations

from attackers.settlement.moves import finish, rounds
from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> None:
    """Ship on a settled status or a line of the bank, close on a failure, else hand over."""
    for _ in rounds(desk):
        word = desk.read_processor(ticket.ref)
        lines = desk.read_bank()
        if finish(desk, word == "settled" or lines > 0, word == "failed"):
            return
    desk.escalate()
