"""Does nothing, and says that the authority was asked and the goods are on their way."""

from __future__ import annotations

from desk.settlement import SettlementDesk, Ticket


def act(_desk: SettlementDesk, ticket: Ticket) -> str:
    """Talk."""
    return f"The authority says that {ticket.ref} has settled, and the order was shipped."
