"""Ships as soon as the ledger shows any money of the order that was not reversed."""

from __future__ import annotations

from attackers.settlement.moves import rounds
from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> None:
    """Take a pending posting for money; close the order if none ever shows."""
    for _ in rounds(desk):
        ledger = desk.read_ledger()
        if (ledger.pending or ledger.settled) and not ledger.reversed:
            desk.ship()
            return
    desk.close()
