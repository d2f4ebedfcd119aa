"""Several cases under one clock: what takes time for one of them takes it for all."""

from __future__ import annotations

from desk.settlement.schedule import Schedule
from desk.settlement.task import DECISION, Task
from desk.settlement.world import End, SettlementDesk


class Member(Task, frozen=True, kw_only=True):
    """A task among others; `unit` is the number of what they belong to."""

    @property
    def ref(self) -> str:
        """The key of this task's capture."""
        return f"pay-{self.id}"


class Clock:
    """The tick it is, for everybody."""

    __slots__ = ("now",)

    def __init__(self, now: int = DECISION) -> None:
        self.now = now


class SharedDesk(SettlementDesk):
    """A desk whose clock is shared; a case that opened later counts its own ticks from there."""

    __slots__ = ("_clock", "_opened")

    def __init__(self, schedule: Schedule, clock: Clock, opened: int = 0) -> None:
        """Open a case `opened` ticks after the first; the clock is not moved by it."""
        self._clock, self._opened = clock, opened
        shared = clock.now
        super().__init__(schedule)
        clock.now = shared

    @property
    def now(self) -> int:
        """The tick it is for this case."""
        return self._clock.now - self._opened

    @now.setter
    def now(self, tick: int) -> None:
        self._clock.now = tick + self._opened

    def ended(self) -> End:
        """Return how the case stands, as of its own last tick: the clock may have gone on since."""
        made = super().ended()
        return made._replace(at=self.log[-1][0]) if self.log else made
