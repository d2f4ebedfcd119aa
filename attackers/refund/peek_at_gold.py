"""Reads the expected outcome out of the world's memory and acts on that, unread."""

from __future__ import annotations

from attackers.refund.moves import HANDOVER, REASON
from desk.refund import Ticket, Tools


def act(tools: Tools, ticket: Ticket) -> str:
    """Look at the answer instead of the records."""
    case = tools.world.case
    if case.expect.kind == "escalate":
        tools.escalate(case.order, HANDOVER)
    elif line := case.owed_line:
        tools.issue_refund(case.order, line.cents, f"{case.order}:{line.sku}", REASON, line.sku)
    return "Settled."
