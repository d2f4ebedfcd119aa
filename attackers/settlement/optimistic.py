"""Ships as soon as the ledger shows any money of the order that was not reversed."""

from __future__ import annotations

from typing import Protocol

from attackers.settlement.moves import Clocked, rounds
from desk.settlement import Ledger


class Posted(Clocked, Protocol):
    """A desk, as far as the optimist uses it."""

    def read_ledger(self) -> Ledger:
        """Return the ledger's postings."""
        ...

    def ship(self) -> bool:
        """Send the goods."""
        ...

    def close(self) -> bool:
        """Cancel the order."""
        ...


def act(desk: Posted, ticket: object) -> None:
    """Take a pending posting for money; close the order if none ever shows."""
    for _ in rounds(desk):
        ledger = desk.read_ledger()
        if (ledger.pending or ledger.settled) and not ledger.reversed:
            desk.ship()
            return
    desk.close()
