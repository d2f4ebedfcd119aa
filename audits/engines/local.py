"""On this machine: workers by joblib, each of which has a child do one task after another.

A task that kills its child is run again by the same worker. When a worker itself dies, joblib ends
them all; what was under way is run again together, and alone if that happens once more.
"""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from audits import children
from audits.engines import TRIES, Answer, Tasks, Work, given_up
from audits.engines.child import in_a_child

SAFE = "PYTHONSAFEPATH"
"""Keeps a module of the current folder from standing in for one that a worker starts with."""


def require() -> None:
    """Need nothing: joblib is always there."""


def run(work: Work, tasks: Tasks, jobs: int) -> Iterator[Answer]:
    """Run the tasks, at most `jobs` at a time."""
    waiting, tries = iter(tasks), Counter[str]()
    try:
        while True:
            under_way: dict[str, Any] = {}
            if (yield from _together(work, waiting, jobs, under_way)):
                return
            tries.update(list(under_way))
            again = {key: task for key, task in under_way.items() if tries[key] == 1}
            for key, task in under_way.items():
                if key not in again:
                    yield from _alone(work, key, task, TRIES - tries[key])
            waiting = chain(again.items(), waiting)
    finally:
        _dismiss()


def _dismiss() -> None:
    """End the workers, which joblib would keep for a while."""
    from joblib.externals.loky import get_reusable_executor  # noqa: PLC0415 - takes long

    # One that joblib is shutting down already is ended by this call itself: not waited for either.
    get_reusable_executor(reuse=True, kill_workers=True).shutdown(wait=True, kill_workers=True)


def _alone(work: Work, key: str, task: Any, times: int) -> Iterator[Answer]:
    """Run a task by itself that was under way when workers died."""
    for _ in range(times):
        if (yield from _together(work, iter([(key, task)]), 1, {})):
            return
    yield key, given_up(TRIES)


def _together(
    work: Work, waiting: Iterator[tuple[str, Any]], jobs: int, under_way: dict[str, Any]
) -> Generator[Answer, None, bool]:
    """Yield answers until all are there; return False where a worker died before.

    `under_way` holds what has been handed out and not been answered.
    """
    from joblib import Parallel, delayed  # noqa: PLC0415 - takes long
    from joblib.externals.loky.process_executor import BrokenProcessPool  # noqa: PLC0415

    def handed_out() -> Iterator[Any]:
        for key, task in waiting:
            under_way[key] = task
            yield delayed(_worked)(work, key, task, os.getpid())

    parallel = Parallel(
        n_jobs=max(jobs, 2),  # for one, joblib would work in this very process
        backend="loky",
        return_as="generator_unordered",
        pre_dispatch=jobs,
        batch_size=1,
        mmap_mode=None,
        max_nbytes=None,
    )
    with _safe_path():
        answers = parallel(handed_out())
        try:
            for key, answer in answers:
                del under_way[key]
                yield key, answer
        except BrokenProcessPool:
            return False
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of work that nobody will hear of
                answers.close()
    return True


def _worked(work: Work, key: str, task: Any, parent: int) -> Answer:
    """Do the work, in a worker: a process that is nobody's but ours."""
    if os.environ.pop(SAFE, None):
        children.belong_to(parent)
    return key, in_a_child(work, task)


@contextmanager
def _safe_path() -> Iterator[None]:
    before = os.environ.get(SAFE)
    os.environ[SAFE] = "1"
    try:
        yield
    finally:
        os.environ.pop(SAFE)
        os.environ |= {SAFE: before} if before else {}
