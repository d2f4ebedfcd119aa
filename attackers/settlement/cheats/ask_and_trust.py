"""Asks the authority once, then acts on whatever the four systems say by then."""

from __future__ import annotations

from attackers.settlement.moves import finish, rounds
from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> str:
    """Take any replica's word for the authority's."""
    desk.probe_processor(ticket.ref)
    for _ in rounds(desk):
        words = {desk.read_processor(ticket.ref), desk.read_erp()}
        settled = "settled" in words or desk.read_bank() > 0
        if finish(desk, settled, "failed" in words):
            return "The systems agree."
    desk.escalate()
    return "Nobody knew."
