"""Asks about each part until all are known; ships what is paid, a whole order if all of it is."""

from __future__ import annotations

from collections.abc import Callable

from attackers.settlement.gate import ASK_TICKS, EVERY, RETRY_TICKS
from desk.settlement import Ticket
from desk.settlement.ours.parts import OrderDesk, OrderTicket

Words = dict[Ticket, str]
"""The authority's last word on each part."""


def act(desk: OrderDesk, ticket: OrderTicket) -> None:
    """Never ship anything that is not paid for."""
    ask(desk, ticket, lambda words: all(word == "settled" for word in words.values()))


def ask(desk: OrderDesk, ticket: OrderTicket, ships: Callable[[Words], bool]) -> None:
    """Ask until every part is known or time runs out; `ships` decides on a whole order."""
    words: Words = dict.fromkeys(ticket.parts, "unknown")
    retried: set[str] = set()
    while pending := [part for part, word in words.items() if word == "unknown"]:
        for part in pending:
            words[part] = _asked(desk, part, retried)
            if not ticket.whole:
                _end(desk, part.ref, words[part])
        left = ticket.ship_by - desk.now
        if left < EVERY + ASK_TICKS * sum(word == "unknown" for word in words.values()):
            break
        if "unknown" in words.values():
            desk.wait(EVERY)
    if "unknown" in words.values():
        desk.escalate()
    elif ships(words):
        desk.ship()
    else:
        _cancel(desk, words)


def _asked(desk: OrderDesk, part: Ticket, retried: set[str]) -> str:
    """Ask about a part, and pay again once where that can still be seen through."""
    word = desk.probe_processor(part.ref)
    in_time = part.ship_by - desk.now - ASK_TICKS >= RETRY_TICKS
    if word == "failed" and part.ref not in retried and in_time:
        retried.add(part.ref)
        desk.retry_capture(part.ref)
        return "unknown"
    return word


def _end(desk: OrderDesk, ref: str, word: str) -> None:
    if word == "settled":
        desk.ship(ref)
    elif word == "failed":
        desk.close(ref)


def _cancel(desk: OrderDesk, words: Words) -> None:
    for part, word in words.items():
        if word == "settled":
            desk.refund(part.ref)
    desk.close()
