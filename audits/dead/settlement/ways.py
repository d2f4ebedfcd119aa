"""Every way for a run of the settlement desk to die, at the places that tell them apart.

A reference asks up to twenty times, and to die between two questions is the same whichever two they
are: each run is struck before its first call, after it, in the middle, and about its last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from audits.dead.bases import Base
from audits.dead.bench import Bench
from audits.dead.fate import Fate
from audits.dead.fault import Fault, Point, ScorerFault, between
from audits.dead.settlement.runs import making
from audits.dead.ways import log, scorer, start, tools
from desk import Kind, Observer, Rollout, died
from desk.failure import DiedError
from desk.settlement import End, SettlementCase, record

Struck = Rollout[Any, Any]

PLACES = 6
"""How many places of a run a fault strikes at most."""


def _few(points: Callable[[Base], Iterable[Point]], base: Base) -> list[Point]:
    """Keep the first two, the last three, and the middle."""
    all_of = list(points(base))
    if len(all_of) <= PLACES:
        return all_of
    return [*all_of[:2], all_of[len(all_of) // 2], *all_of[-3:]]


def _dying(kind: Kind, _bench: Bench, base: Base, point: Point) -> Struck:
    def before(at: int) -> None:
        if at == point.at:
            raise DiedError(died(kind, "struck"))

    return record(making(base.calls, before), base.case)


def _raising(make: Callable[[], BaseException], _bench: Bench, base: Base, point: Point) -> Struck:
    def before(at: int) -> None:
        if at == point.at:
            raise make()

    return record(making(base.calls, before), base.case)


def _lost_with_the_worker(_bench: Bench, base: Base, point: Point) -> Struck:
    """Keep of a run what a worker had sent when it went away: nothing is sealed then."""
    made = _dying(Kind.WORKER_KILLED, _bench, base, point)
    return msgspec.structs.replace(made, end=None, witness=None)


def _no_trace(_bench: Bench, base: Base, _point: Point) -> Struck:
    case: SettlementCase = base.case
    left = End("", 0, (), 0, False)
    return Rollout(case=case, end=left, witness=Observer(case).seal(left))


def _of_another_task(base: Base, _at: int) -> Struck:
    task = msgspec.structs.replace(base.case.task, id="other", unit=999)
    other = msgspec.structs.replace(base.case, task=task)
    return msgspec.structs.replace(base.rollout, log=record(base.reference, other).log)


def _borrowed(base: Base, _at: int) -> Struck:
    return msgspec.structs.replace(base.rollout, log=record(base.reference, base.case).log)


_ENDPOINT: tuple[tuple[str, Kind, str], ...] = (
    ("unauthorized", Kind.UNAUTHORIZED, "the endpoint refuses the key"),
    ("payment-required", Kind.PAYMENT_REQUIRED, "the endpoint wants to be paid"),
    ("rate-limited", Kind.RATE_LIMITED, "the endpoint is asked too often"),
    ("server-error", Kind.SERVER_ERROR, "the endpoint fails"),
    ("bad-response", Kind.BAD_RESPONSE, "the endpoint's answer cannot be read"),
    ("timeout", Kind.TIMEOUT, "the endpoint does not answer in time"),
    ("connection", Kind.CONNECTION, "the connection drops"),
    ("tool-raises", Kind.TOOL_ERROR, "a tool raises instead of answering"),
    ("turn-limit", Kind.TURN_LIMIT, "the agent has used all its turns"),
    ("bad-call", Kind.BAD_CALL, "the agent asks for a call that cannot be read"),
    ("cut-off", Kind.CUT_OFF, "the agent's answer is cut short"),
    ("agent-hangs", Kind.AGENT_HUNG, "the agent's own code comes to no end in time"),
)

_AGENT: tuple[tuple[str, str, Callable[[], BaseException]], ...] = (
    ("agent-raises", "the agent's own code raises an exception", lambda: RuntimeError("its own")),
    ("agent-exits", "the agent calls sys.exit", lambda: SystemExit(0)),
)


def _dead(name: str, group: str, what: str, kind: Kind, strike: Any) -> Fault:
    return Fault(
        name=name,
        group=group,
        what=what,
        fate=Fate.DEAD,
        kind=kind,
        points=partial(_few, between),
        strike=strike,
    )


def _shared() -> Iterable[Fault | ScorerFault]:
    """Take over what knows no desk, at few places."""
    for fault in (*start.FAULTS, *tools.FAULTS, *log.FAULTS):
        if fault.name not in _REFUND_ONLY:
            strike = _OWN.get(fault.name, fault.strike)
            yield replace(fault, strike=strike, points=partial(_few, fault.points))
    yield from scorer.FAULTS


_REFUND_ONLY = {"tool-raises", "doubled-call"}
"""What the refund desk's agent loop takes part in."""

_OWN: dict[str, Callable[[Bench, Base, Point], Struck]] = {
    "no-trace": _no_trace,
    "foreign-log": partial(log.recorded, _of_another_task, "the log is that of another task"),
    "borrowed-log": partial(log.recorded, _borrowed, "the log is that of somebody's work"),
    "silent-foreign-log": partial(log.silent, _of_another_task),
    "silent-borrowed-log": partial(log.silent, _borrowed),
}
"""What must be played on this desk."""

_ALL: tuple[Fault | ScorerFault, ...] = (
    *(_dead(n, "agent", what, Kind.AGENT_ERROR, partial(_raising, e)) for n, what, e in _AGENT),
    *(_dead(name, "loop", what, kind, partial(_dying, kind)) for name, kind, what in _ENDPOINT),
    _dead(
        "worker-killed",
        "worker",
        "the worker goes away and its world with it",
        Kind.WORKER_KILLED,
        _lost_with_the_worker,
    ),
    *_shared(),
)

FAULTS: dict[str, Fault | ScorerFault] = {fault.name: fault for fault in _ALL}
"""The registry of the desk: name, group, what happens."""
