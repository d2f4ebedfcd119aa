"""Asks the authority until it knows, acts on that word, and hands over what it cannot know."""

from __future__ import annotations

from desk.settlement import SettlementDesk, Ticket

EVERY = 20
"""Ticks between an answer and the next question."""

RETRY_TICKS = 60
ASK_TICKS = 5


def act(desk: SettlementDesk, ticket: Ticket) -> str:
    """Work the case; a payment that failed too late for a retry is closed, and nobody is called."""
    word = asked_in_time(desk, ticket)
    if word == "failed" and ticket.ship_by - desk.now >= RETRY_TICKS + ASK_TICKS:
        desk.retry_capture(ticket.ref)
        desk.wait(RETRY_TICKS)
        word = desk.probe_processor(ticket.ref)
    if word == "settled":
        desk.ship()
    elif word == "failed":
        desk.close()
    else:
        desk.escalate()
    return f"The authority said: {word}."


def asked_in_time(desk: SettlementDesk, ticket: Ticket) -> str:
    """Ask until the authority knows, or no question fits before the last tick to ship."""
    while (word := desk.probe_processor(ticket.ref)) == "unknown":
        if ticket.ship_by - desk.now < EVERY + ASK_TICKS:
            break
        desk.wait(EVERY)
    return word
