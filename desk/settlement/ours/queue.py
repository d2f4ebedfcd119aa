"""The queue world, ours and not the paper's: cases that need attention at the same time.

A shift is some of the paper's units, opened one after the other. One clock runs for all of them,
and there is attention for one at a time: what a read or a question of one case takes, it takes from
all. A case that has attention keeps it until it waits or ends, and one that waits needs none until
it wakes. Each case counts ticks from its own opening, so that it has the paper's instants,
schedules and dice.

A case's agent is run again from the start, on what it was told before, whenever it is its turn; it
must do the same whenever it is told the same, as all policies must.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import groupby
from random import Random
from typing import Any, NamedTuple, cast

from msgspec.structs import asdict

from desk.settlement.corpus import MASTER_SEED, Corpus, corpus
from desk.settlement.ours.clock import Clock, Member, SharedDesk
from desk.settlement.schedule import Schedule
from desk.settlement.task import DECISION, SHIP_BY
from desk.settlement.world import Act, CaseClosedError, Episode, SettlementDesk

SHIFT = 23
"""Units of a shift: a twelfth of the paper's."""

OPENING = 240
"""Ticks within which the cases of a shift open."""


class Case(Member, frozen=True, kw_only=True):
    """A task of the paper's in a shift; `unit` is the shift's number."""

    opened: int
    """Ticks after the start of the shift at which the case's own clock starts."""


@cache
def shifts(size: int = SHIFT, seed: int = MASTER_SEED) -> Corpus:
    """Deal the paper's units into shifts; twins stay together, but are treated as any two cases."""
    dice = Random(f"{seed}:shifts")
    public = corpus().tasks
    units = [list(unit) for _, unit in groupby(public, lambda task: task.unit)]
    dice.shuffle(units)
    cases = tuple(
        Case(**asdict(task) | {"unit": at // size + 1, "twin": "", "opened": opened})
        for at, unit in enumerate(units)
        for opened in [dice.randint(0, OPENING)]
        for task in unit
    )
    return Corpus("shifts", seed, cases)


class Waiting(NamedTuple):
    """A case that wants attention."""

    since: int
    """The tick at which it asked for it."""
    deadline: int
    """The last tick to ship."""
    value: int


Scheduling = Callable[[Waiting], tuple[int, int]]
"""The case with the least goes first; of equals, the one that opened before."""

SCHEDULINGS: dict[str, Scheduling] = {
    "first-come": lambda one: (one.since, 0),
    "earliest-deadline": lambda one: (one.deadline, one.since),
    "largest-value": lambda one: (-one.value, one.since),
}


class _Sleep(BaseException):
    """The agent waits."""


class _QueuedDesk(SharedDesk):
    """A case's desk, on which a wait gives the attention back."""

    __slots__ = ()

    def wait(self, ticks: int) -> None:
        """Note the wait; who holds the clock lets it pass."""
        if ticks < 1:
            raise ValueError(f"ticks: expected at least 1, got {ticks}")
        self._begin()
        self.log.append((self.now + ticks, "wait", ticks, None))
        raise _Sleep


class _Taped:
    """What an agent acts on: what it was told before is told again, then the desk answers."""

    def __init__(self, desk: SettlementDesk, told: list[tuple[int, Any]]) -> None:
        self.now = DECISION
        self._desk = desk
        self._told = told
        self._at = 0

    def __getattr__(self, tool: str) -> Callable[..., Any]:
        call = getattr(self._desk, tool)

        def answer(*args: Any) -> Any:
            if self._at == len(self._told):
                self._ask(call, args)
            self.now, said = self._told[self._at]
            self._at += 1
            return said

        self.__dict__[tool] = answer  # asked for once, called often
        return answer

    def _ask(self, call: Callable[..., Any], args: tuple[Any, ...]) -> None:
        try:
            said = call(*args)
        except _Sleep:
            self._told.append((self._desk.now + args[0], None))
            raise
        self._told.append((self._desk.now, said))


class _Seat:
    """One case of a shift, and its agent."""

    def __init__(self, act: Act, schedule: Schedule, clock: Clock) -> None:
        task = schedule.task
        self.opened = task.opened if isinstance(task, Case) else 0
        self.desk = _QueuedDesk(schedule, clock, self.opened)
        self.since = self.opened + DECISION
        self.done = False
        self.value = task.value
        self._act = act
        self._ticket = schedule.ticket
        self._told: list[tuple[int, Any]] = []

    @property
    def waiting(self) -> Waiting:
        return Waiting(self.since, self.opened + SHIP_BY, self.value)

    def turn(self) -> None:
        """Attend to the case until it waits or ends."""
        try:
            with suppress(CaseClosedError):
                self._act(cast(SettlementDesk, _Taped(self.desk, self._told)), self._ticket)
            self.done = True
        except _Sleep:
            self.since = self._told[-1][0] + self.opened

    @property
    def episode(self) -> Episode:
        return Episode(self.desk.ended(), self.desk.log, frozenset(self.desk.read))


def play_shifts(act: Act, first: Scheduling, made: Sequence[Schedule]) -> Iterator[Episode]:
    """Let an agent act on every case, shift by shift, attended to in the order of a scheduling."""
    for _, unit in groupby(made, lambda one: one.task.unit):
        clock = Clock(DECISION)
        seats = [_Seat(act, schedule, clock) for schedule in unit]
        while left := [seat for seat in seats if not seat.done]:
            clock.now = max(clock.now, min(seat.since for seat in left))
            asking = [seat for seat in left if seat.since <= clock.now]
            min(asking, key=lambda seat: (first(seat.waiting), seat.opened)).turn()
        yield from (seat.episode for seat in seats)
