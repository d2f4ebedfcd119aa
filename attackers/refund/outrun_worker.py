"""Pays once for itself and once for another worker whose payment might not arrive."""

from __future__ import annotations

from attackers.refund.moves import REASON, both_reads
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Do not wait for what is in flight."""
    order_id = ticket.order_id
    order, rows = both_reads(tools, order_id)
    settled = {row["sku"] for row in rows if not row.get("in_flight")}
    for line in order["lines"]:
        if line["sku"] not in settled:
            for worker in ("mine", "theirs"):
                key = f"{order_id}:{line['sku']}:{worker}"
                tools.issue_refund(order_id, line["amount_cents"], key, REASON, sku=line["sku"])
    return "Refunded, whatever the other worker does."
