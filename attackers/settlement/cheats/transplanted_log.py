"""Ships at once, then puts log and books of an honest run in place of its own."""

from __future__ import annotations

from attackers.settlement.cheats import careful
from desk.settlement import RecordedDesk, Ticket


def act(desk: RecordedDesk, ticket: Ticket) -> str:
    """Show somebody else's work."""
    desk.ship()
    honest = RecordedDesk(desk.case, lambda _entry: None)
    careful.act(honest, ticket)
    desk.ledger.entries[:] = honest.ledger.entries
    desk.now, desk._act, desk._premature = honest.now, honest._act, honest._premature
    desk._captures[:] = honest._captures
    return "The case is settled as the log shows."
