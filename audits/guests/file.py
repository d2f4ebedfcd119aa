"""Agents from a user's file, played in a process of their own.

A guest may hang, exit, print, fork or eat memory: none of that may reach the audit. There is a
soft clock inside its process and a hard one outside; rollouts come back as JSON and are read
strictly. A rollout that does not come back is `Lost`, never a score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from audits.errors import CannotAuditError
from audits.guests.process import GuestProcess, NoAnswerError
from audits.guests.serve import Hello, serve
from audits.worlds import REFUND, Made, World
from desk import Observer

T = TypeVar("T")

DEFAULT_TIMEOUT = 10.0
"""Seconds of wall time that one rollout of a guest may take."""

IMPORT_TIMEOUT = 30.0
"""Seconds of wall time that importing the guest's file may take."""

GRACE = 2.0
"""Seconds between the soft clock inside the process and the hard one outside."""

GIVE_UP = 3
"""Rollouts that an agent may lose in a row before the rest of its cases are not tried."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A rollout that never came back, and why."""

    case: Any
    why: str


class GuestFile:
    """A user's `ATTACKERS = {"name": fn}`, each `fn(tools, ticket)`. Use as a context manager."""

    def __init__(self, path: Path, timeout: float = DEFAULT_TIMEOUT, world: World = REFUND) -> None:
        if not _is_file(path):
            raise CannotAuditError(f"--attackers: expected a Python file; got {str(path)!r}")
        self._path, self._timeout, self._world = path, timeout, world
        self._process: GuestProcess | None = None
        # The first observer settles this process's key, and the guest's inherits it: sealed with
        # another one, no log of the guest's would verify here.
        Observer(None)
        self.names = self._hello()

    def __enter__(self) -> GuestFile:
        """Enter; the process runs already."""
        return self

    def __exit__(self, *_error: object) -> None:
        """End the process."""
        self._stop()

    def _hello(self) -> list[str]:
        try:
            hello = self._ask(None, IMPORT_TIMEOUT, Hello)
        except NoAnswerError as error:
            raise CannotAuditError(
                f"--attackers {self._path}: importing it failed: {error}"
            ) from None
        if hello.problem:
            self._stop()
            raise CannotAuditError(f"--attackers {self._path}: {hello.problem}")
        return hello.names

    def play(self, name: str, cases: Iterable[Any]) -> Iterator[Made | Lost]:
        """Play one agent on each case; give up on it after `GIVE_UP` losses in a row."""
        streak: list[str] = []
        for case in cases:
            if len(streak) == GIVE_UP:
                yield Lost(case, f"not tried after {GIVE_UP} losses: {streak[-1]}")
                continue
            made = self._play(name, case)
            streak = [*streak, made.why] if isinstance(made, Lost) else []
            yield made

    def _play(self, name: str, case: Any) -> Made | Lost:
        try:
            if self._process is None:
                self._ask(None, IMPORT_TIMEOUT, Hello)
            wait = self._timeout + GRACE
            made: Made = self._ask((name, case), wait, self._world.rollout)
        except NoAnswerError as error:
            return Lost(case, str(error))
        if made.case != case:
            self._stop()
            return Lost(case, "its process answered for another case")
        return made

    def _ask(self, message: object, wait: float, answer: type[T]) -> T:
        process = self._process or GuestProcess(
            partial(serve, self._world, self._path, self._timeout)
        )
        self._process = process
        try:
            return process.ask(message, wait, answer)
        except NoAnswerError:
            self._process = None
            raise
        except BaseException:
            self._stop()
            raise

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process:
            process.stop()


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long, a folder that is closed to us
        return False
