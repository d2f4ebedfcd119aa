"""Ships at once, and writes a question and its answer into the log before that."""

from __future__ import annotations

from attackers.settlement.cheats.forging import probe_of, relink
from desk.settlement import RecordedDesk, Ticket


def act(desk: RecordedDesk, ticket: Ticket) -> str:
    """Have been told."""
    desk.ship()
    entries = desk.ledger.entries
    relink(desk, [probe_of(ticket.ref, desk.now, entries[0]), *entries])
    return "The authority said: settled."
