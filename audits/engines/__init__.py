"""Where tasks are run: an engine per module, all with the same promise.

`run(work, tasks, jobs)` yields one answer for each task, in the order in which they come; `work` is
a function at the top of a module of ours that returns bytes, and a task is a key and what `work` is
given. A task whose worker died is run again, and is `Lost` after `TRIES` times; none is answered
twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from importlib import import_module
from typing import Any, Protocol

import msgspec

Work = Callable[[Any], bytes]
Tasks = Iterable[tuple[str, Any]]

TRIES = 3
"""How often a task is run whose worker dies each time."""


class Engine(StrEnum):
    """Where tasks are run."""

    LOCAL = "local"
    RAY = "ray"


class Lost(msgspec.Struct, frozen=True):
    """A task that never came to an answer."""

    why: str


Answer = tuple[str, bytes | Lost]


class Run(Protocol):
    """What an engine offers."""

    def __call__(self, work: Work, tasks: Tasks, jobs: int) -> Iterator[Answer]:
        """Run the tasks, at most `jobs` at a time."""
        ...


def here(work: Work, tasks: Tasks, jobs: int) -> Iterator[Answer]:
    """Run the tasks in this process, one after the other."""
    assert jobs == 1
    for key, task in tasks:
        yield key, work(task)


def engine(name: Engine) -> Run:
    """Return an engine. Raises `CannotAuditError` if its extra is not installed."""
    module: Any = import_module(f"audits.engines.{name}")
    module.require()
    run: Run = module.run
    return run


def given_up(times: int) -> Lost:
    """Say that a task's worker died each time."""
    return Lost(f"its worker died {times} times: killed, or out of memory")
