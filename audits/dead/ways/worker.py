"""A worker that goes away: a real process, killed by a real signal."""

from __future__ import annotations

import os
import signal
from multiprocessing.process import BaseProcess

from audits.dead.bases import Base
from audits.dead.bench import Bench
from audits.dead.fate import Fate
from audits.dead.fault import Fault, Point, between
from audits.dead.worker import GO, LEAVE, work
from desk import Kind
from desk.refund import RefundRollout


def _kill(child: BaseProcess) -> bytes:
    os.kill(child.pid or 0, signal.SIGKILL)
    return GO


def _killed_between(bench: Bench, base: Base, point: Point) -> RefundRollout:
    bench.alone()
    return work(base, lambda heard, child: _kill(child) if heard.turns > point.at else GO)


def _killed_inside(bench: Bench, base: Base, point: Point) -> RefundRollout:
    bench.alone()
    return work(base, lambda heard, child: _kill(child) if len(heard.log) > point.at else GO)


def _leaves(bench: Bench, base: Base, point: Point) -> RefundRollout:
    bench.alone()
    return work(base, lambda heard, _child: LEAVE if heard.turns > point.at else GO)


def _at_entries(base: Base) -> list[Point]:
    """List the entries of the log: inside the call that writes one, before the tool answers."""
    return [
        Point(at, f"inside the call that writes log entry {at}")
        for at in range(len(base.rollout.log))
    ]


FAULTS = (
    Fault(
        name="killed-between",
        group="worker",
        what="the worker is killed by SIGKILL between two calls",
        fate=Fate.DEAD,
        kind=Kind.WORKER_KILLED,
        points=between,
        strike=_killed_between,
        real=True,
    ),
    Fault(
        name="killed-inside",
        group="worker",
        what="the worker is killed by SIGKILL inside a call that has taken effect",
        fate=Fate.DEAD,
        kind=Kind.WORKER_KILLED,
        points=_at_entries,
        strike=_killed_inside,
        real=True,
    ),
    Fault(
        name="worker-leaves",
        group="worker",
        what="the agent's own code leaves the worker's interpreter between two calls",
        fate=Fate.DEAD,
        kind=Kind.AGENT_ERROR,
        points=between,
        strike=_leaves,
        real=True,
    ),
)
