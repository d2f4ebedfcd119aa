"""On this machine: processes by joblib, each a worker that takes one task after another.

When a worker dies, joblib ends them all. What was under way then is run again alone, so that what
kills its worker takes nobody with it and is known by name.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

from audits import children
from audits.engines import TRIES, Answer, Tasks, Work, given_up

SAFE = "PYTHONSAFEPATH"
"""Keeps a module of the current folder from standing in for one that a worker starts with."""


def require() -> None:
    """Need nothing: joblib is always there."""


def run(work: Work, tasks: Tasks, jobs: int) -> Iterator[Answer]:
    """Run the tasks, at most `jobs` at a time."""
    waiting = iter(tasks)
    try:
        while True:
            under_way: dict[str, Any] = {}
            if (yield from _together(work, waiting, jobs, under_way)):
                return
            for key, task in under_way.items():
                yield from _alone(work, key, task)
    finally:
        _dismiss()


def _dismiss() -> None:
    """End the workers, which joblib would keep for a while."""
    from joblib.externals.loky import get_reusable_executor  # noqa: PLC0415 - takes long

    get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)


def _alone(work: Work, key: str, task: Any) -> Iterator[Answer]:
    """Run a task again that was under way when a worker died."""
    for _ in range(1, TRIES):
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


def _worked(work: Work, key: str, task: Any, parent: int) -> tuple[str, bytes]:
    """Do the work, in a worker: a process that is nobody's but ours."""
    if os.environ.pop(SAFE, None):
        children.belong_to(parent)
    return key, work(task)


@contextmanager
def _safe_path() -> Iterator[None]:
    before = os.environ.get(SAFE)
    os.environ[SAFE] = "1"
    try:
        yield
    finally:
        os.environ.pop(SAFE)
        os.environ |= {SAFE: before} if before else {}
