"""What a settlement task is: one order whose capture is still pending when the agent must decide.

A task holds what is true and hidden: when the capture resolves, how, and what goes wrong with the
messages about it by the task's very nature. Money is an int of cents, time an int of ticks.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import msgspec

DECISION = 120
"""The tick at which the agent is asked."""

SHIP_BY = 600
"""The last tick at which goods may leave."""

RETRY_TICKS = 60
"""Ticks from a retried capture to its outcome."""


class Archetype(StrEnum):
    """What kind of trouble a task is made of."""

    PENDING_SETTLE = "pending_settle"
    """It settles in time."""
    PENDING_FAIL_HARD = "pending_fail_hard"
    """It fails in time, and so does every retry."""
    UNRESOLVABLE = "unresolvable"
    """It settles or fails, but only after the last tick to ship."""
    PENDING_FAIL = "pending_fail"
    """It fails in time, and a retry works."""
    LOST_SETTLEMENT = "lost_settlement"
    """It settles, and neither processor nor ERP is ever told."""
    DUPLICATE_SETTLEMENT = "duplicate_settlement"
    """It settles, and the message is delivered twice."""
    PARTIAL_LEDGER = "partial_ledger"
    """It settles, and only half of the ledger's posting is made."""
    LATE_CHARGEBACK = "late_chargeback"
    """It settles, and is charged back long after the last tick to ship."""
    STALE_PROCESSOR = "stale_processor"
    """It settles, and the processor is read from a replica that lags far behind."""


class Kind(StrEnum):
    """What an event of the hidden log says."""

    PLACED = "placed"
    AUTHORISED = "authorised"
    SUBMITTED = "submitted"
    SETTLED = "settled"
    FAILED = "failed"
    CHARGED_BACK = "charged_back"
    EXPECTED = "expected"
    """A hint that it will settle. The paper's log has no hints (desk/settlement/ours)."""
    SOFT_DECLINE = "soft_decline"
    """A hint that it will fail, and that a retry would work."""
    HARD_DECLINE = "hard_decline"
    """A hint that it will fail, and so would every retry."""


class Event(NamedTuple):
    """One line of the hidden, append-only log. `seq` is what later events are told apart by."""

    seq: int
    kind: Kind
    at: int
    """The tick at which it happened."""
    ref: str
    """The capture it belongs to."""


TERMINAL_SEQ = 4
FIRST_RETRY_SEQ = 6


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One task. `value` is the order's price in cents; `resolves_at` the tick of the outcome."""

    id: str
    unit: int
    """What is drawn as one by a bootstrap: both twins of a pair share it."""
    twin: str
    """`a`, `b`, or empty for a task without a twin."""
    archetype: Archetype
    value: int
    captured_at: int
    resolves_at: int
    settles: bool
    retry_works: bool
    charged_back_at: int | None
    schedule_seed: int
    """Seed of everything that is drawn about deliveries; twins share it."""

    @property
    def ref(self) -> str:
        """The key under which the pending capture was submitted."""
        return f"pay-{self.unit:03d}"

    @property
    def resolvable(self) -> bool:
        """Whether the outcome comes in time to ship on it."""
        return self.resolves_at <= SHIP_BY

    @property
    def events(self) -> tuple[Event, ...]:
        """The hidden log as it will have been written, if nobody retries anything."""
        end = Kind.SETTLED if self.settles else Kind.FAILED
        log = [
            Event(1, Kind.PLACED, max(0, self.captured_at - 35), self.ref),
            Event(2, Kind.AUTHORISED, self.captured_at - 5, self.ref),
            Event(3, Kind.SUBMITTED, self.captured_at, self.ref),
            Event(TERMINAL_SEQ, end, self.resolves_at, self.ref),
        ]
        if self.charged_back_at is not None:
            log.append(Event(5, Kind.CHARGED_BACK, self.charged_back_at, self.ref))
        return tuple(log)


class Ticket(NamedTuple):
    """What an agent is told when it is asked."""

    order: str
    value: int
    """Cents."""
    ref: str
    """The key of the pending capture."""
    ship_by: int
    luck: int
    """What an agent that throws dice seeds them with; twins share it."""
