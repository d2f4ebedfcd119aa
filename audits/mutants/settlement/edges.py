"""Work on the settlement desk about the instants and acts at which what is right changes."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from attackers.program import Call, Program
from audits.laws.settlement.calls import call, probe, right_work
from desk.settlement import DECISION, SHIP_BY, Archetype, SettlementCase, settlement_cases

OUTCOMES = (509, 510, 511, 599, 600, 601, 660, 661)
"""Ticks of an outcome: about the last that a retry saves, and the last to ship."""

LATE = (574, 575, 576, 577, 600, 601)
"""Ticks of an answer or an act: about the first at which a case may be handed over."""

ENDS = ("ship", "close", "write_off", "escalate")


def edge_cases() -> Iterator[SettlementCase]:
    """Make one case of each archetype, and with its outcome at each of `OUTCOMES`."""
    once = {case.family: case for case in settlement_cases("public").cases}
    for kind, case in once.items():
        yield case
        if kind in (Archetype.PENDING_SETTLE, Archetype.PENDING_FAIL, Archetype.PENDING_FAIL_HARD):
            for tick in OUTCOMES:
                task = replace(case.task, resolves_at=tick, id=f"{case.task.id}@{tick}")
                yield replace(case, task=task)


def edge_programs(case: SettlementCase) -> Iterator[Program]:
    """Make programs that are right, or wrong, by one act or one tick."""
    ref, work = case.task.ref, right_work(case)
    yield work
    yield from (_answered(case, tick, call(end)) for tick in LATE for end in ENDS)
    yield (*_answered(case, 576), call("wait", ticks=30), call("escalate"))
    yield (*_answered(case, 575), call("wait", ticks=1), call("escalate"))
    known = _answered(case, max(case.task.resolves_at, DECISION + 6))
    again = call("retry_capture", key=ref)
    fresh = call("retry_capture", key=f"{ref}-x")
    for end in map(call, ENDS):
        yield (*known, again, end)
        for ticks in (54, 55, 59, 60, 61):
            yield (*known, again, call("wait", ticks=ticks), end)
            yield (*known, again, call("wait", ticks=ticks), probe(case), end)
        yield (*known, again, call("wait", ticks=60), probe(case, "-x"), end)
        yield (*known, fresh, call("wait", ticks=60), probe(case), end)
        yield (*known, fresh, call("wait", ticks=60), probe(case, "-x"), end)
        yield (*known, call("refund"), end)
        yield (*known, call("refund"), call("refund"), end)
        yield (*known, fresh, end)
        yield (*known, fresh, call("refund"), end)
        yield (call("wait", ticks=200), probe(case, "-x"), probe(case), end)
        yield (*known, probe(case, "-x"), end)
        yield (call("wait", ticks=SHIP_BY - 5 - DECISION), probe(case, "-x"), end)
    yield known
    yield (*known, again)


def _answered(case: SettlementCase, tick: int, *more: Call) -> Program:
    """Ask so that the answer is of a tick, and go on."""
    return (call("wait", ticks=min(tick, 2 * SHIP_BY) - 5 - DECISION), probe(case), *more)
