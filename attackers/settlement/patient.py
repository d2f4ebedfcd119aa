"""Waits as long as it can, then believes the ERP."""

from __future__ import annotations

from attackers.settlement.moves import EVERY, ROUNDS, finish, wait_until
from desk.settlement import DECISION, SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> None:
    """Read once, at the last look, and act on it."""
    wait_until(desk, DECISION + (ROUNDS - 1) * EVERY)
    word = desk.read_erp()
    if not finish(desk, word == "settled", word == "failed"):
        desk.escalate()
