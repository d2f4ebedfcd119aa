"""Pays what is owed in unequal slices, so that no two payments look alike."""

from __future__ import annotations

from attackers.refund.moves import REASON, Claim, hand_over, work
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Cut the refund in three."""

    def pay(claim: Claim) -> None:
        third = claim.cents // 3
        for cents in (third - 1, third, claim.cents - 2 * third + 1):
            key = f"{claim.key}:{cents}"
            tools.issue_refund(claim.order_id, cents, key, REASON, sku=claim.sku)

    work(tools, ticket, pay, lambda claim: hand_over(tools, claim))
    return "Refunded in three parts."
