"""Believes the first hint that any system shows, and acts on it at once."""

from __future__ import annotations

from attackers.settlement.moves import rounds
from attackers.settlement.ours.reasoning import Told
from desk.settlement import UNKNOWN, Kind, System, Ticket
from desk.settlement.ours.evidence import EvidenceDesk


def act(desk: EvidenceDesk, ticket: Ticket) -> None:
    """Ship what is expected, pay again and ship what a retry would save, close the rest."""
    for _ in rounds(desk):
        for system in System:
            for word in desk.read_hint(system):
                if word == Kind.SOFT_DECLINE:
                    desk.retry_capture(f"{ticket.ref}-again")
                _ = desk.close() if word == Kind.HARD_DECLINE else desk.ship()
                return
    desk.escalate()


def at_last(word: str, told: Told, _value: int) -> str:
    """Believe the first hint too, but only where the authority has had its time."""
    for words in told.values():
        for hint in words:
            if word == UNKNOWN:
                return "ship" if hint == Kind.EXPECTED else "close"
            return "close" if hint == Kind.HARD_DECLINE else "retry and ship"
    return "escalate"
