"""Reads both records for show and pays the order's first line, whatever they say."""

from __future__ import annotations

from attackers.refund.moves import CLAIM, both_reads
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Decide nothing, and pay."""
    order, _ignored = both_reads(tools, ticket.order_id)
    line = order["lines"][0]
    key = f"{ticket.order_id}:{line['sku']}:first"
    tools.issue_refund(ticket.order_id, line["amount_cents"], key, CLAIM, sku=line["sku"])
    return "Refunded as the records say."
