"""Who searches which case: one process after the other, or several at once, to the same end."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Any, TypeAlias

from attackers.search.explore import Stop, never
from audits.children import belong_to, held
from audits.search.island import Island, search_case
from audits.search.plan import SearchPlan
from audits.search.reference import Rules
from audits.stopping import until_stopped


def search_all(cases: Sequence[Any], rules: Rules, plan: SearchPlan) -> Iterator[Island]:
    """Search each case; islands come in the order of the cases, however many processes there are.

    On Ctrl-C what was found by then still comes, and then `KeyboardInterrupt`.
    """
    jobs = min(plan.jobs, len(cases))
    seconds = None if plan.budget is None else plan.budget * jobs / len(cases)
    if jobs > 1:
        yield from _in_processes(cases, rules, plan, jobs, seconds)
        return
    for case in cases:
        island = search_case(case, rules, plan, _late(seconds))
        yield island
        if island.interrupted:
            raise KeyboardInterrupt


def _late(seconds: float | None, stop: Stop = never) -> Stop:
    """Stop when told to, or when this case's share of the budget is used up."""
    if seconds is None:
        return stop
    end = time.monotonic() + seconds
    return lambda: stop() or time.monotonic() >= end


def _in_processes(
    cases: Sequence[Any], rules: Rules, plan: SearchPlan, jobs: int, seconds: float | None
) -> Iterator[Island]:
    fork = get_context("fork")  # a scorer is made of closures: it is inherited, never pickled
    stop = fork.Event()
    hired = (cases, rules, plan, seconds, stop)
    waiting: list[Future[Island]] = []
    with ProcessPoolExecutor(jobs, fork, _hire, (os.getpid(), *hired)) as pool:
        try:
            with until_stopped() as stopping:
                with held():
                    waiting += [pool.submit(_search, index) for index in range(len(cases))]
                while waiting:
                    yield waiting[0].result()
                    del waiting[0]
            stop.set()
            yield from _half_done(waiting)
            stopping.pass_on()
        finally:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _half_done(waiting: list[Future[Island]]) -> Iterator[Island]:
    """Return what was being searched when the search was stopped."""
    started = [future for future in waiting if not future.cancel()]
    for future in started:
        with suppress(Exception):
            yield future.result()


_Hired: TypeAlias = tuple[Sequence[Any], Rules, SearchPlan, float | None, Event]

_hired: list[_Hired] = []
"""What a worker was hired for; empty in any other process."""


def _hire(employer: int, *hired: *_Hired) -> None:
    """Be a worker; Ctrl-C is for the process that hired it."""
    belong_to(employer)
    _hired[:] = [hired]


def _search(index: int) -> Island:
    cases, rules, plan, seconds, stop = _hired[0]
    return search_case(cases[index], rules, plan, _late(seconds, stop.is_set))
