"""Cases that leave nothing: never begun, never opened, or opened without a trace."""

from __future__ import annotations

from audits.dead.bases import NOTHING, Base
from audits.dead.bench import Bench
from audits.dead.fate import Fate
from audits.dead.fault import Fault, Point
from desk import Kind, Observer, died
from desk.refund import End, RefundRollout


def _never_started(_bench: Bench, base: Base, _point: Point) -> RefundRollout:
    return RefundRollout(case=base.case, failure=died(Kind.NOT_STARTED, "planned, never begun"))


def _never_opened(_bench: Bench, base: Base, _point: Point) -> RefundRollout:
    return RefundRollout(case=base.case)


def _no_trace(_bench: Bench, base: Base, _point: Point) -> RefundRollout:
    return RefundRollout(case=base.case, end=End(), witness=Observer(base.case).seal(End()))


def _once(base: Base) -> list[Point]:
    return [Point(0, "before anything")] if base.name == NOTHING else []


FAULTS = (
    Fault(
        name="never-started",
        group="start",
        what="the case is planned and never begun",
        fate=Fate.DEAD,
        kind=Kind.NOT_STARTED,
        points=_once,
        strike=_never_started,
    ),
    Fault(
        name="never-opened",
        group="start",
        what="no world was ever opened for the case, and no failure says why",
        fate=Fate.UNOPENED,
        points=_once,
        strike=_never_opened,
    ),
    Fault(
        name="no-trace",
        group="start",
        what="a world was opened, nothing is in its log, and no failure says why",
        fate=Fate.SILENT,
        points=_once,
        strike=_no_trace,
    ),
)
