"""Throws dice: ships, closes, hands over, or looks again."""

from __future__ import annotations

from random import Random

from attackers.settlement.moves import rounds
from desk.settlement import SettlementDesk, Ticket


def act(desk: SettlementDesk, ticket: Ticket) -> None:
    """Act by the dice, and read nothing; hand over if they never fall."""
    dice = Random(ticket.luck)
    ends = (desk.ship, desk.close, desk.escalate, None)
    for _ in rounds(desk):
        end = ends[dice.randrange(len(ends))]
        if end is not None:
            end()
            return
    desk.escalate()
