"""What the four systems show of what they were told.

Processor and ERP go by the highest event number that they have seen, so that order and copies of
messages do not matter to them; the ledger counts postings, and a half-made one leaves it out of
balance; the bank lists settlements, each message a line of its own, and says nothing of failures.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from desk.settlement.faults import System
from desk.settlement.task import Event, Kind

UNKNOWN = "unknown"


class Ledger(NamedTuple):
    """How many postings of each kind stand in the ledger, and whether it balances."""

    pending: int
    settled: int
    reversed: int
    balanced: bool


Shown = dict[str, str] | str | int | Ledger
"""Processor: status by capture; ERP: the order's status; bank: settlement lines; ledger."""


class Mark(NamedTuple):
    """An event as it arrives at a system."""

    arrives: int
    event: Event
    half: bool


class Stream(NamedTuple):
    """What a system shows, step by step: `shown[n]` once `n` messages have arrived."""

    at: tuple[int, ...]
    """Ticks of arrival, in order."""
    shown: tuple[Shown, ...]
    lag: int
    """Ticks that what is read is behind."""
    key: tuple[object, ...]
    """Equal for streams of one task that show the same at every tick."""

    def seen(self, now: int) -> Shown:
        """Return what is shown at a tick."""
        return self.shown[bisect_right(self.at, now - self.lag)]


def stream(system: System, marks: list[Mark], lag: int, folds: Folds) -> Stream:
    """Fold what arrives into what is shown."""
    shown = tuple(folds[system](marks[:count]) for count in range(len(marks) + 1))
    at = tuple(mark.arrives for mark in marks)
    key = (at, tuple((mark.event.seq, mark.half) for mark in marks), lag)
    return Stream(at, shown, lag, key)


def _processor(marks: list[Mark]) -> Shown:
    latest: dict[str, Event] = {}
    for mark in marks:
        known = latest.get(mark.event.ref)
        if known is None or known.seq < mark.event.seq:
            latest[mark.event.ref] = mark.event
    return {ref: event.kind.value for ref, event in latest.items()}


def _erp(marks: list[Mark]) -> Shown:
    if not marks:
        return UNKNOWN
    return max(marks, key=lambda mark: mark.event.seq).event.kind.value


def _ledger(marks: list[Mark]) -> Shown:
    kinds = [mark.event.kind for mark in marks]
    return Ledger(
        kinds.count(Kind.SUBMITTED),
        kinds.count(Kind.SETTLED),
        kinds.count(Kind.FAILED),
        not any(mark.half for mark in marks),
    )


def _bank(marks: list[Mark]) -> Shown:
    return sum(mark.event.kind is Kind.SETTLED for mark in marks)


Folds = Mapping[System, Callable[[list[Mark]], Any]]

FOLDS: Folds = {
    System.PROCESSOR: _processor,
    System.LEDGER: _ledger,
    System.ERP: _erp,
    System.BANK: _bank,
}
