"""Runs on the settlement desk that no agent of ours makes: changed work, and spoilt records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from attackers.program import Call, Program
from attackers.settlement.cheats import careful
from audits.dead.settlement.runs import making
from audits.laws.settlement.calls import call, right_work
from audits.laws.settlement.world import play
from audits.mutants.refund.wild import spoilt
from audits.mutants.settlement.edges import edge_cases, edge_programs
from audits.target import Target
from desk import Kind, Rollout, died
from desk.settlement import (
    SIGNATURES,
    Capture,
    RecordedDesk,
    SettlementCase,
    Ticket,
    record,
    settlement_cases,
)

WORKERS = 5
"""Programs of changed work on each case."""


def wild_runs(target: Target, dice: Random) -> Iterator[tuple[str, Rollout[Any, Any]]]:
    """Make the runs, each with a word for who made it: the same ones for the same dice."""
    for case in (*target.cases.cases, *dice.sample(settlement_cases("train").cases, 12)):
        worked = [record(making(_changed(case, dice)), case) for _ in range(WORKERS)]
        yield from (("a worker who errs", made) for made in worked)
        yield "an agent that doctors the books", record(_doctoring(dice.choice(DOCTORS)), case)
        base = dice.choice(worked)
        yield "a rollout that died", replace(base, failure=died(dice.choice(list(Kind))))
        yield "a spoilt log", spoilt(base, dice)
        yield "a case that never started", Rollout(case=case)
    for case in edge_cases():
        yield from (("a worker at the edge", play(case, each)) for each in edge_programs(case))


def _changed(case: SettlementCase, dice: Random) -> Program:
    """Leave out, put in or put elsewhere one or two calls of the right work."""
    calls = list(right_work(case))
    for _ in range(dice.randint(1, 2)):
        at = dice.randint(0, len(calls))
        if dice.random() < 0.7:
            calls.insert(at, _any_call(case, dice))
        else:
            del calls[at : at + 1]
    return tuple(calls)


def _any_call(case: SettlementCase, dice: Random) -> Call:
    tool = dice.choice((*SIGNATURES, "retry_capture", "refund"))
    if tool == "wait":
        return call("wait", ticks=dice.choice((1, 20, 60, 100, 475)))
    name = SIGNATURES[tool]
    return call(tool, **({name: f"{case.task.ref}{dice.choice(('', '', '-x'))}"} if name else {}))


def _doctoring(doctor: Callable[[RecordedDesk], object]) -> Callable[[RecordedDesk, Ticket], str]:
    """Do the reference's work, then change the desk's own books and not its log."""

    def act(desk: RecordedDesk, ticket: Ticket) -> str:
        careful.act(desk, ticket)
        doctor(desk)
        return "All is in order."

    return act


def _pay_back(desk: RecordedDesk) -> None:
    desk._refunds += 1


def _have_shipped(desk: RecordedDesk) -> None:
    desk._act = "ship"


DOCTORS: tuple[Callable[[RecordedDesk], object], ...] = (
    _pay_back,
    _have_shipped,
    lambda desk: desk._captures.append(Capture("doctored", desk.now, True)),
    lambda desk: desk._captures.clear(),
)
"""What may be done to the books."""
