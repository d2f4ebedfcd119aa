"""Plays what is planned, several at once, and yields each rollout as it ends.

The threads are daemons and hold nothing: whoever stops listening, or dies, leaves only rollouts
that have not ended.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Set
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, NamedTuple, TypeAlias

from audits.target import Cases
from audits.worlds import Made
from desk import By, Failure, Kind

HOPELESS = frozenset({Kind.UNAUTHORIZED, Kind.PAYMENT_REQUIRED})
"""Kinds that every later rollout would die of as well."""

GAVE_UP = 5
"""How many rollouts in a row the infrastructure may spoil before the rest is not begun."""


class Job(NamedTuple):
    """One planned rollout: a case, and which of its repeats, from 0."""

    case: Any
    repeat: int

    @property
    def key(self) -> tuple[str, int]:
        """What it is known by on disk."""
        return self.case.id, self.repeat


Make: TypeAlias = Callable[[Job], Made]


def jobs(cases: Cases, repeats: int, done: Set[tuple[str, int]] = frozenset()) -> list[Job]:
    """List what is still to be played: every case once, then every case again."""
    planned = (Job(case, repeat) for repeat in range(repeats) for case in cases.cases)
    return [job for job in planned if job.key not in done]


class Outage:
    """Notices when an endpoint is down for all: tell it how each rollout ended."""

    def __init__(self, patience: int = GAVE_UP) -> None:
        self._patience = patience
        self._spoilt = 0

    def over(self, failure: Failure | None) -> bool:
        """Whether there is no use in beginning another rollout."""
        if failure is None or failure.by is not By.INFRASTRUCTURE:
            self._spoilt = 0
            return False
        self._spoilt += 1
        return failure.kind in HOPELESS or self._spoilt >= self._patience


class Crew:
    """Threads at work on planned rollouts; iterate for each rollout as it ends.

    What `make` raises is raised to whoever iterates: it is a fault of ours, since a model's trouble
    is in a rollout. Once an outage is seen no further rollout is begun; those at work are waited
    for.
    """

    def __init__(
        self, planned: Iterable[Job], make: Make, threads: int, outage: Outage | None = None
    ) -> None:
        self._make = make
        self._outage = outage or Outage()
        self._left = iter(planned)
        self._lock, self._stop = Lock(), Event()
        self._ended: SimpleQueue[Made | BaseException | None] = SimpleQueue()
        self._threads = threads

    def __iter__(self) -> Generator[Made, None, None]:
        """Begin, and yield in the order of ending."""
        for _ in range(self._threads):
            Thread(target=self._work, daemon=True).start()
        working = self._threads
        try:
            while working:
                made = self._ended.get()
                if isinstance(made, BaseException):
                    raise made
                if made is None:
                    working -= 1
                else:
                    yield made
        finally:
            self._stop.set()

    def _work(self) -> None:
        try:
            while (job := self._next()) is not None:
                made = self._make(job)
                self._heed(made)
                self._ended.put(made)
        except BaseException as error:  # noqa: BLE001 - raised again where somebody sees it
            self._ended.put(error)
        self._ended.put(None)

    def _heed(self, made: Made) -> None:
        """Look for an outage before another rollout is begun, not when somebody gets to it."""
        with self._lock:
            if self._outage.over(made.failure):
                self._stop.set()

    def _next(self) -> Job | None:
        with self._lock:
            return None if self._stop.is_set() else next(self._left, None)
