"""Logs that do not arrive as the world wrote them: with a failure that says so, and without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from audits.dead.bases import NOTHING, Base
from audits.dead.bench import Bench
from audits.dead.fate import Fate
from audits.dead.fault import Fault, Point
from desk import Entry, Kind, Ledger, died
from desk.refund import RefundRollout, play

Log = Sequence[Entry]
Spoil = Callable[[Base, int], RefundRollout]


def _with(log: Log, base: Base) -> RefundRollout:
    spoilt: RefundRollout = replace(base.rollout, log=tuple(log))
    return spoilt


def _lost(base: Base, _at: int) -> RefundRollout:
    return _with((), base)


def _cut(base: Base, at: int) -> RefundRollout:
    return _with(base.rollout.log[: at + 1], base)


def _beheaded(base: Base, at: int) -> RefundRollout:
    return _with(base.rollout.log[at + 1 :], base)


def _doubled(base: Base, at: int) -> RefundRollout:
    log = base.rollout.log
    return _with((*log[: at + 1], *log[at:]), base)


def _reordered(base: Base, at: int) -> RefundRollout:
    log = base.rollout.log
    return _with((*log[:at], log[at + 1], log[at], *log[at + 2 :]), base)


def _edited(base: Base, at: int) -> RefundRollout:
    log = list(base.rollout.log)
    log[at] = replace(log[at], executed=not log[at].executed)
    return _with(log, base)


def _rehashed(base: Base, at: int) -> RefundRollout:
    fresh = Ledger()
    for index, entry in enumerate(base.rollout.log):
        reason = f"{entry.reason} (changed)" if index == at else entry.reason
        fresh.append(entry.action, entry.args, reason, entry.executed)
    return _with(fresh.entries, base)


def _of_another_order(base: Base, _at: int) -> RefundRollout:
    case = base.case
    other = replace(case, id=f"{case.id}-other", order=f"{case.order}-other")
    return _with(play(base.reference, other).log, base)


def _borrowed(base: Base, _at: int) -> RefundRollout:
    return _with(play(base.reference, base.case).log, base)


def _unwitnessed(base: Base, _at: int) -> RefundRollout:
    spoilt: RefundRollout = replace(base.rollout, witness=None)
    return spoilt


def _nowhere(base: Base) -> list[Point]:
    return [Point(0, "after the run")]


def _work_done(base: Base) -> list[Point]:
    return _nowhere(base) if base.rollout.log else []


def _nothing_done(base: Base) -> list[Point]:
    return _nowhere(base) if base.name == NOTHING else []


def _at(base: Base, last: int = 0) -> list[Point]:
    """List the places of a log, `last` of them left out at its end."""
    return [Point(at, f"at log entry {at}") for at in range(len(base.rollout.log) - last)]


_BUT_LAST = partial(_at, last=1)

_WAYS: tuple[tuple[str, str, Spoil, Callable[[Base], list[Point]]], ...] = (
    ("lost-log", "the log is lost", _lost, _work_done),
    ("cut-log", "the end of the log is lost", _cut, _BUT_LAST),
    ("beheaded-log", "the start of the log is lost", _beheaded, _BUT_LAST),
    ("doubled-entry", "a log entry is there twice", _doubled, _at),
    ("reordered-log", "two log entries have changed places", _reordered, _BUT_LAST),
    ("edited-entry", "a log entry is not as it was written", _edited, _at),
    ("rehashed-log", "a log entry was changed and the log hashed afresh", _rehashed, _at),
    ("foreign-log", "the log is that of work on another order", _of_another_order, _nowhere),
    ("borrowed-log", "the log is that of somebody who did the work", _borrowed, _nothing_done),
    ("no-witness", "nothing is left to verify the log by", _unwitnessed, _work_done),
)


def recorded(spoil: Spoil, what: str, _bench: Bench, base: Base, point: Point) -> RefundRollout:
    """Spoil a run's log, and have that on record."""
    failed: RefundRollout = replace(spoil(base, point.at), failure=died(Kind.LOG_LOST, what))
    return failed


def silent(spoil: Spoil, _bench: Bench, base: Base, point: Point) -> RefundRollout:
    """Spoil a run's log, and tell nobody."""
    return spoil(base, point.at)


FAULTS = (
    *(
        Fault(
            name=name,
            group="log",
            what=what,
            fate=Fate.DEAD,
            kind=Kind.LOG_LOST,
            points=points,
            strike=partial(recorded, spoil, what),
        )
        for name, what, spoil, points in _WAYS
    ),
    *(
        Fault(
            name=f"silent-{name}",
            group="log",
            what=f"{what}, and no failure says so",
            fate=Fate.SILENT,
            points=points,
            strike=partial(silent, spoil),
        )
        for name, what, spoil, points in _WAYS
    ),
)
