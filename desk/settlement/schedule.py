"""What each system is told, and when: deliveries of the hidden log under an arm of faults.

Fixed latency, and the bank's batches, are there without any fault. Faults compose on one delivery:
a copy comes after the delayed original and shares its loss and its half; two neighbours change
places only within `NEAR` ticks, and never so that a message comes before its event. What an
archetype is made of (`forced`) happens under every arm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from desk.settlement.faults import Arm, Draw, Family, System, draw, forced_copy_after, lag, luck
from desk.settlement.task import SHIP_BY, TERMINAL_SEQ, Archetype, Event, Kind, Task, Ticket
from desk.settlement.views import FOLDS, Folds, Mark, Stream, stream

LATENCY = {System.PROCESSOR: 2, System.LEDGER: 5, System.ERP: 9, System.BANK: 3}
"""Ticks from an event to its delivery."""

BATCH = 120
"""The bank tells at multiples of this tick only."""

NEAR = 40
"""Ticks within which two neighbours may change places."""

FORCED_LAG = 480
"""Ticks that the replica of a `stale_processor` task is behind: all the time there is."""

_EVERYBODY_BUT_THE_BANK = (System.PROCESSOR, System.LEDGER, System.ERP)

ROUTES: dict[Kind, tuple[System, ...]] = {
    Kind.PLACED: (System.ERP,),
    Kind.AUTHORISED: (System.PROCESSOR,),
    Kind.SUBMITTED: _EVERYBODY_BUT_THE_BANK,
    Kind.SETTLED: (*_EVERYBODY_BUT_THE_BANK, System.BANK),
    Kind.FAILED: _EVERYBODY_BUT_THE_BANK,
    Kind.CHARGED_BACK: (System.PROCESSOR,),
}
"""Who is told of what. The order's placing always arrives; everything else can go wrong."""

_NOTHING = Draw(lost=False, delay=0, copy_after=0, half=False, swap=False)


class Delivery(NamedTuple):
    """One message to one system, as recorded: when it arrives, and what went wrong with it."""

    system: System
    seq: int
    arrives: int | None
    """The tick, or None if it is lost."""
    copy: bool = False
    half: bool = False
    delayed: bool = False
    swapped: bool = False


class Thrown(NamedTuple):
    """A message with its dice, before an arm decides which of them count."""

    event: Event
    draw: Draw
    forced_lost: bool = False
    forced_copy: int = 0
    forced_half: bool = False


class Luck:
    """All dice of one task under one seed, thrown once, and what arms share of them."""

    __slots__ = ("folded", "folds", "seed", "task", "thrown", "ticket")

    def __init__(self, task: Task, seed: int, thrown: ThrownBySystem, folds: Folds = FOLDS) -> None:
        self.task = task
        self.seed = seed
        self.thrown = thrown
        self.folds = folds
        self.folded: dict[tuple[System, tuple[Delivery, ...], int], Stream] = {}
        """Streams by what is delivered: arms under which a system is told the same share one."""
        self.ticket = Ticket(
            f"order-{task.unit:03d}",
            task.value,
            task.ref,
            SHIP_BY,
            luck(task.schedule_seed, seed),
        )


class Schedule:
    """All deliveries of one task under one evaluation seed and arm; streams are made when read."""

    __slots__ = ("_luck", "_streams", "arm", "seed", "task", "ticket")

    def __init__(self, drawn: Luck, arm: Arm) -> None:
        self.task = drawn.task
        self.seed = drawn.seed
        self.ticket = drawn.ticket
        self.arm = arm
        self._luck = drawn
        self._streams: dict[System, Stream] = {}

    def stream(self, system: System) -> Stream:
        """Return what a system shows over time."""
        made = self._streams.get(system)
        if made is None:
            made = self._streams[system] = self._make(system)
        return made

    def deliveries(self, system: System) -> list[Delivery]:
        """List what a system is sent, in the order of arrival, what is lost last."""
        return _deliver(system, self._luck.thrown[system], self.arm)

    def with_events(self, events: Iterable[Event]) -> Schedule:
        """Return the schedule after an agent's own captures have written to the hidden log."""
        more = {system: list(thrown) for system, thrown in self._luck.thrown.items()}
        for event in events:
            for system in ROUTES[event.kind]:
                dice = draw(self.task.schedule_seed, self.seed, system, event.seq)
                more[system].append(Thrown(event, dice))
        return Schedule(Luck(self.task, self.seed, more, self._luck.folds), self.arm)

    def _make(self, system: System) -> Stream:
        arriving = [made for made in self.deliveries(system) if made.arrives is not None]
        key = (system, tuple(arriving), self._lag(system))
        made = self._luck.folded.get(key)
        if made is None:
            events = {thrown.event.seq: thrown.event for thrown in self._luck.thrown[system]}
            marks = [Mark(one.arrives or 0, events[one.seq], one.half) for one in arriving]
            made = self._luck.folded[key] = stream(system, marks, key[2], self._luck.folds)
        return made

    def _lag(self, system: System) -> int:
        if system is System.PROCESSOR and self.task.archetype is Archetype.STALE_PROCESSOR:
            return FORCED_LAG
        if Family.STALE not in self.arm:
            return 0
        return lag(self.task.schedule_seed, self.seed, system)


ThrownBySystem = dict[System, list[Thrown]]


def throw(task: Task, seed: int) -> ThrownBySystem:
    """Throw the dice of every delivery of a task, once for all arms."""
    thrown: ThrownBySystem = {system: [] for system in System}
    for event in task.events:
        for system in ROUTES[event.kind]:
            thrown[system].append(_thrown(task, seed, system, event))
    return thrown


def schedules(task: Task, seed: int) -> Callable[[Arm], Schedule]:
    """Return what makes the schedules of one task and seed, arm by arm, from the same dice."""
    drawn = Luck(task, seed, throw(task, seed))
    return lambda arm: Schedule(drawn, arm)


def _thrown(task: Task, seed: int, system: System, event: Event) -> Thrown:
    if event.kind is Kind.PLACED:
        return Thrown(event, _NOTHING)
    dice = draw(task.schedule_seed, seed, system, event.seq)
    if event.seq != TERMINAL_SEQ:
        return Thrown(event, dice)
    kind = task.archetype
    untold = kind is Archetype.LOST_SETTLEMENT and system in (System.PROCESSOR, System.ERP)
    twice = kind is Archetype.DUPLICATE_SETTLEMENT
    half = kind is Archetype.PARTIAL_LEDGER and system is System.LEDGER
    after = forced_copy_after(task.schedule_seed, seed, system, event.seq) if twice else 0
    return Thrown(event, dice, untold, after, half)


def _deliver(system: System, thrown: list[Thrown], arm: Arm) -> list[Delivery]:
    sent = [_sent(system, one, arm) for one in thrown]
    arriving = sorted((made for made in sent if made.arrives is not None), key=_arrival)
    if Family.REORDERING in arm:
        _swap(arriving, {one.event.seq: one for one in thrown})
    copies = list(_copies(arriving, {one.event.seq: one for one in thrown}, arm))
    if copies or system is System.BANK:
        arriving = sorted(map(_batched, arriving + copies), key=_arrival)
    return arriving + [made for made in sent if made.arrives is None]


def _sent(system: System, thrown: Thrown, arm: Arm) -> Delivery:
    event, dice = thrown.event, thrown.draw
    if thrown.forced_lost or (dice.lost and Family.LOSS in arm):
        return Delivery(system, event.seq, None)
    delay = dice.delay if Family.DELAY in arm else 0
    half = system is System.LEDGER and (thrown.forced_half or (dice.half and Family.PARTIAL in arm))
    arrives = event.at + LATENCY[system] + delay
    return Delivery(system, event.seq, arrives, half=half, delayed=bool(delay))


def _swap(arriving: list[Delivery], thrown: dict[int, Thrown]) -> None:
    """Let neighbours change places, each at most once, and never before their own events."""
    at = 0
    while at < len(arriving) - 1:
        first, second = arriving[at : at + 2]
        early, late = first.arrives or 0, second.arrives or 0
        near = late - early <= NEAR and early >= thrown[second.seq].event.at
        if near and early != late and thrown[first.seq].draw.swap:
            arriving[at] = second._replace(arrives=early, swapped=True)
            arriving[at + 1] = first._replace(arrives=late, swapped=True)
            at += 1
        at += 1


def _copies(arriving: list[Delivery], thrown: dict[int, Thrown], arm: Arm) -> Iterator[Delivery]:
    for made in arriving:
        one = thrown[made.seq]
        drawn = one.draw.copy_after if Family.DUPLICATION in arm else 0
        if (after := one.forced_copy or drawn) and made.arrives is not None:
            yield made._replace(arrives=made.arrives + after, copy=True)


def _batched(made: Delivery) -> Delivery:
    if made.system is not System.BANK or made.arrives is None:
        return made
    return made._replace(arrives=-(-made.arrives // BATCH) * BATCH)


def _arrival(made: Delivery) -> tuple[int, int]:
    return made.arrives or 0, made.seq
