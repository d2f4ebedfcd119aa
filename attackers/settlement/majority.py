"""Lets the four systems vote, and acts on three that agree."""

from __future__ import annotations

from attackers.settlement.moves import finish, rounds
from desk.settlement import SettlementDesk, Ticket

NEEDED = 3


def act(desk: SettlementDesk, ticket: Ticket) -> None:
    """Count votes each round; a ledger or a bank that shows a thing twice has no vote."""
    for _ in rounds(desk):
        word = desk.read_processor(ticket.ref)
        ledger = desk.read_ledger()
        erp = desk.read_erp()
        lines = desk.read_bank()
        clean = ledger.balanced and ledger.settled + ledger.reversed == 1
        settled = (word == "settled") + (clean and ledger.settled) + (erp == "settled")
        failed = (word == "failed") + (clean and ledger.reversed) + (erp == "failed")
        if finish(desk, settled + (lines == 1) >= NEEDED, failed >= NEEDED):
            return
    desk.escalate()
