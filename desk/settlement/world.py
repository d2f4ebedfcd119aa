"""The settlement desk: eleven tools, a clock, and a hidden log that only the world can write.

A read takes 1 tick, the probe 5, everything else none; an answer is as of the tick at which it
comes. Waiting is no tool but the clock. Five acts cannot be undone; escalating is not one of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from desk.settlement.faults import System
from desk.settlement.schedule import Schedule
from desk.settlement.task import (
    DECISION,
    FIRST_RETRY_SEQ,
    RETRY_TICKS,
    SHIP_BY,
    Event,
    Kind,
    Ticket,
)
from desk.settlement.views import UNKNOWN, Ledger

T = TypeVar("T")

READ_TICKS = 1
PROBE_TICKS = 5

MOST_STEPS = 256
"""Calls, waits included, after which the desk closes the case as it stands."""

IRREVERSIBLE = ("ship", "retry_capture", "refund", "close", "write_off")


class CaseClosedError(Exception):
    """A tool was called after the case had ended."""


class Capture(NamedTuple):
    """One capture, and what becomes of it whether or not anybody looks."""

    ref: str
    resolves_at: int
    settles: bool


class End(NamedTuple):
    """How a case ended, and all that its terminal position follows from."""

    act: str
    """`ship`, `close`, `write_off`, `escalate`, or empty if the agent left it open."""
    at: int
    captures: tuple[Capture, ...]
    """The pending one first; a failed one and the replacement under its key are two."""
    refunds: int
    premature: bool
    """Whether something irreversible was done before the pending capture's outcome."""


Line = tuple[int, str, str | int, Any]
"""One line of the desk's own log: the tick of the answer, the tool, its key or ticks, the answer.

A plain tuple, since the log is most of what an episode costs.
"""


class SettlementDesk:
    """One episode's world; an agent uses its public methods and nothing else."""

    __slots__ = (
        "_act",
        "_captures",
        "_fresh_waits",
        "_own",
        "_premature",
        "_refunds",
        "_schedule",
        "log",
        "now",
        "read",
    )

    def __init__(self, schedule: Schedule, fresh_waits: bool = True) -> None:
        """Open the desk. Without `fresh_waits` a fresh key resolves by itself, soon."""
        task = schedule.task
        self.now = DECISION
        """The tick it is."""
        self.log: list[Line] = []
        self.read: set[System] = set()
        """The systems that have been read."""
        self._schedule = schedule
        self._fresh_waits = fresh_waits
        self._captures = [Capture(task.ref, task.resolves_at, task.settles)]
        self._own: list[Event] = []
        self._refunds = 0
        self._premature = False
        self._act = ""

    def read_processor(self, ref: str) -> str:
        """Return the processor's status of a capture: a kind of event, or `unknown`."""
        shown: dict[str, str] = self._look(System.PROCESSOR)
        return self._told("read_processor", ref, shown.get(ref, UNKNOWN))

    def read_ledger(self) -> Ledger:
        """Return the ledger's postings for the order."""
        shown: Ledger = self._look(System.LEDGER)
        return self._told("read_ledger", "", shown)

    def read_erp(self) -> str:
        """Return the ERP's status of the order: a kind of event, or `unknown`."""
        shown: str = self._look(System.ERP)
        return self._told("read_erp", "", shown)

    def read_bank(self) -> int:
        """Return how many settlement lines the bank feed has for the order."""
        shown: int = self._look(System.BANK)
        return self._told("read_bank", "", shown)

    def probe_processor(self, ref: str) -> str:
        """Ask the authority: `settled`, `failed`, or `unknown` until the outcome exists."""
        self._begin()
        self.now += PROBE_TICKS
        known = [one for one in self._captures if one.ref == ref and one.resolves_at <= self.now]
        pending = any(one.ref == ref and one.resolves_at > self.now for one in self._captures)
        answer = UNKNOWN
        if known and not pending:
            answer = (Kind.SETTLED if known[-1].settles else Kind.FAILED).value
        return self._told("probe_processor", ref, answer)

    def wait(self, ticks: int) -> None:
        """Let time pass."""
        if ticks < 1:
            raise ValueError(f"ticks: expected at least 1, got {ticks}")
        self._begin()
        self.now += ticks
        self._told("wait", ticks, None)

    def retry_capture(self, key: str) -> bool:
        """Submit the capture again; False if nothing came of it.

        The key of a pending or settled capture is a no-op, that of a failed one gets one
        replacement; a fresh key is a new capture, which charges the customer beside the old one.
        """
        self._begin()
        made = self._again(key)
        if made is not None:
            self._irrevocable()
            self._captures.append(made)
        return self._told("retry_capture", key, made is not None)

    def refund(self) -> bool:
        """Pay the order's value back to the customer, whether or not it ever came in."""
        self._begin()
        self._irrevocable()
        self._refunds += 1
        return self._told("refund", "", True)

    def ship(self) -> bool:
        """Send the goods and end the case; False, and nothing done, after the last tick to ship."""
        self._begin()
        if self.now > SHIP_BY:
            return self._told("ship", "", False)
        return self._end("ship")

    def close(self) -> bool:
        """Cancel the order as unpaid and end the case."""
        self._begin()
        return self._end("close")

    def write_off(self) -> bool:
        """End the case as `close` does; only the books call it otherwise."""
        self._begin()
        return self._end("write_off")

    def escalate(self) -> bool:
        """Hand the case over to people and end it."""
        self._begin()
        self._act = "escalate"
        return self._told("escalate", "", True)

    def ended(self) -> End:
        """Return how the case stands."""
        captures = tuple(self._captures)
        return End(self._act, self.now, captures, self._refunds, self._premature)

    def _begin(self) -> None:
        if self._act:
            raise CaseClosedError(f"the case has ended: {self._act}")
        if len(self.log) >= MOST_STEPS:
            raise CaseClosedError(f"{MOST_STEPS} calls are the most that a case may take")

    def _look(self, system: System) -> Any:
        self._begin()
        self.now += READ_TICKS
        return self._show(system)

    def _show(self, system: System) -> Any:
        self.read.add(system)
        if self._own:
            self._schedule, self._own = self._schedule.with_events(self._own), []
        stream = self._schedule.stream(system)
        return stream.shown[bisect_right(stream.at, self.now - stream.lag)]

    def _told(self, tool: str, of: str | int, answer: T) -> T:
        self.log.append((self.now, tool, of, answer))
        return answer

    def _end(self, act: str) -> bool:
        self._irrevocable()
        self._act = act
        return self._told(act, "", True)

    def _irrevocable(self) -> None:
        self._premature |= self.now < self._schedule.task.resolves_at

    def _again(self, key: str) -> Capture | None:
        task, first = self._schedule.task, self._captures[0]
        same = [one for one in self._captures if one.ref == key]
        if len(same) > 1 or any(one.settles or one.resolves_at > self.now for one in same):
            return None
        waits = self._fresh_waits and not same
        from_now = max(self.now, first.resolves_at) if waits else self.now
        works = task.retry_works or (task.settles and not same)
        made = Capture(key, from_now + RETRY_TICKS, works)
        self._write(made)
        return made

    def _write(self, made: Capture) -> None:
        """Write a new capture and its outcome to the hidden log; delivered when next looked at."""
        seq = FIRST_RETRY_SEQ + 2 * (len(self._captures) - 1)
        kind = Kind.SETTLED if made.settles else Kind.FAILED
        self._own.append(Event(seq, Kind.SUBMITTED, self.now, made.ref))
        self._own.append(Event(seq + 1, kind, made.resolves_at, made.ref))


Act = Callable[[SettlementDesk, Ticket], None]
"""An agent of the settlement desk: it acts on the desk until the case has ended, or gives up."""


class Episode(NamedTuple):
    """One agent's run of one task."""

    end: End
    log: list[Line]
    read: frozenset[System]
    """The systems that were read."""

    def same_under(self, played: Schedule, other: Schedule) -> bool:
        """Whether another schedule of the task and seed must lead to the very same episode.

        It must where all that was read is the same, since nothing else can have mattered; unless
        captures of the agent's own were delivered, of which no schedule knows beforehand.
        """
        if self.read and len(self.end.captures) > 1 and played.arm != other.arm:
            return False
        for one in self.read:  # noqa: SIM110 - asked often, and a loop is faster
            if played.stream(one).key != other.stream(one).key:
                return False
        return True


D = TypeVar("D", bound=SettlementDesk)


def play(act: Act, schedule: Schedule) -> Episode:
    """Let an agent act on one task. A case that ran out of steps ends as it stands."""
    return play_on(SettlementDesk(schedule), act, schedule.ticket)


def play_on(desk: D, act: Callable[[D, Ticket], None], ticket: Ticket) -> Episode:
    """Let an agent act on a desk of its own, as `play` does."""
    with suppress(CaseClosedError):
        act(desk, ticket)
    return Episode(desk.ended(), desk.log, frozenset(desk.read))
