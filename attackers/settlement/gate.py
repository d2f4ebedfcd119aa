"""Asks the authority until it knows, acts on nothing else, and hands over when time runs out."""

from __future__ import annotations

from collections.abc import Callable

from desk.settlement import SettlementDesk, Ticket

EVERY = 20
"""Ticks between an answer and the next question."""

RETRY_TICKS = 60
ASK_TICKS = 5


def act(desk: SettlementDesk, ticket: Ticket) -> None:
    """Decide nothing that cannot be undone before the outcome exists."""
    ask(desk, ticket, lambda _word: desk.escalate(), lambda _left: desk.wait(EVERY))


def ask(
    desk: SettlementDesk,
    ticket: Ticket,
    at_last: Callable[[str], object],
    pause: Callable[[int], object],
) -> None:
    """Ask until the authority knows; `at_last` is told its last word, when time has run out.

    `pause` lets `EVERY` ticks pass, and is told how many are left until the last question.
    """
    retried = False
    while True:
        word = desk.probe_processor(ticket.ref)
        left = ticket.ship_by - desk.now - ASK_TICKS
        if word == "settled":
            desk.ship()
        elif word == "failed" and retried:
            desk.close()
        elif word == "failed" and left >= RETRY_TICKS:
            retried = desk.retry_capture(ticket.ref)
            desk.wait(RETRY_TICKS)
            continue
        elif word == "unknown" and left >= EVERY:
            pause(left)
            continue
        else:
            at_last(word)
        return
