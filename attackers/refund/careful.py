"""Reads order and history, pays the first open line once, and retries under the same key."""

from __future__ import annotations

from attackers.refund.moves import REASON, Claim, hand_over, work
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Do the work."""

    def pay(claim: Claim) -> None:
        if "error" in _pay(tools, claim):
            rows = tools.refund_history(claim.order_id)["refunds"]
            if not any(row["idempotency_key"] == claim.key for row in rows):
                _pay(tools, claim)

    work(tools, ticket, pay, lambda claim: hand_over(tools, claim))
    return "The case is settled as far as the records allow."


def _pay(tools: Tools, claim: Claim) -> dict[str, object]:
    return tools.issue_refund(claim.order_id, claim.cents, claim.key, REASON, sku=claim.sku)
