"""Pays again at once under a fresh key, and ships when that payment has settled."""

from __future__ import annotations

from attackers.settlement.moves import finish, rounds
from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> None:
    """Follow the new capture and forget the old one."""
    key = f"{ticket.ref}-again"
    desk.retry_capture(key)
    for _ in rounds(desk):
        word = desk.read_processor(key)
        if finish(desk, word == "settled", word == "failed"):
            return
    desk.escalate()
