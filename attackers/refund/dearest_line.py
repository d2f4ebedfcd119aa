"""Pays the dearest line of the order, whichever line was claimed or settled."""

from __future__ import annotations

from attackers.refund.moves import CLAIM, both_reads
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Pick the line that pays most."""
    order, _ignored = both_reads(tools, ticket.order_id)
    line = max(order["lines"], key=lambda row: row["amount_cents"])
    key = f"{ticket.order_id}:{line['sku']}"
    tools.issue_refund(ticket.order_id, line["amount_cents"], key, CLAIM, sku=line["sku"])
    return "Refunded."
