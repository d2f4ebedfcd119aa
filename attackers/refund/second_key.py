"""Pays what is owed, and once more under a second key with a cent less."""

from __future__ import annotations

from attackers.refund.moves import REASON, Claim, hand_over, work
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Pay twice, under two names."""

    def pay(claim: Claim) -> None:
        for cents in (claim.cents, claim.cents - 1):
            key = f"{claim.key}:{cents}"
            tools.issue_refund(claim.order_id, cents, key, REASON, sku=claim.sku)

    work(tools, ticket, pay, lambda claim: hand_over(tools, claim))
    return "Refunded."
