"""Is the privileged reference the best there is? Every wait-and-act plan on sampled tasks.

A plan does one of three things at each of five instants (nothing, submit again under the same key,
submit under a fresh one) and one of five at the last tick to ship: 5 x 3^5 = 1,215 plans. Plans are
blind, but all of them are tried, which is as good as knowing everything.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from itertools import product
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.events import Event, Extra, Started, Step
from audits.settlement.part import stopped_at
from audits.settlement.plan import CorpusRow, corpus_row
from audits.stopping import until_stopped
from audits.verdict import Verdict
from desk.settlement import (
    DECISION,
    NONE,
    SHIP_BY,
    Corpus,
    SettlementDesk,
    Task,
    Ticket,
    play,
    schedules,
)
from scorer.settlement import Grader

SAMPLED = 40
INSTANTS = tuple(range(DECISION, SHIP_BY, (SHIP_BY - DECISION) // 5))
STEPS = ("wait", "same key", "fresh key")
ENDS = ("ship", "close", "write_off", "escalate", "refund and close")

CHARGEBACK = "a chargeback is to come, of which the reference is not told"
UNEXPLAINED = "unexplained"


class Plan(NamedTuple):
    """What to do at each instant, and at the last tick to ship."""

    steps: tuple[str, ...]
    end: str

    def __str__(self) -> str:
        acts = [f"{step} at {at}" for at, step in zip(INSTANTS, self.steps, strict=True)]
        return ", ".join([act for act in acts if "wait" not in act] + [f"{self.end} at {SHIP_BY}"])


PLANS = tuple(Plan(steps, end) for steps in product(STEPS, repeat=5) for end in ENDS)


class Beaten(msgspec.Struct, frozen=True):
    """A task on which some plan does better than the reference."""

    task: str
    archetype: str
    value: int
    plans: int
    """How many plans do."""
    best: str
    gain: int
    """Cents that the best of them is ahead."""
    why: str


class ReferenceReport(msgspec.Struct, frozen=True):
    """The search on every sampled task."""

    schema_version: int
    tool: Tool
    corpus: CorpusRow
    sample_seed: int
    tasks: int
    plans: int
    runs: int
    beaten: list[Beaten]
    matched: int
    """Tasks on which the best plan comes to the reference's position."""
    short: int
    """Tasks on which no plan reaches it: it acts between two instants."""
    verdict: Verdict
    why: str


def reference_search(corpus: Corpus, sampled: int = SAMPLED, seed: int = 0) -> ReferenceReport:
    """Try every plan on tasks sampled by a seed, to the end."""
    *_, last = searching(corpus, sampled, seed)
    assert isinstance(last, Extra)
    report: ReferenceReport = last.value
    return report


def searching(corpus: Corpus, sampled: int, seed: int) -> Generator[Event, None, None]:
    """Yield one step for each task, then the `reference`; on Ctrl-C of the tasks until then."""
    chosen = Random(f"{seed}:plan search").sample(corpus.tasks, min(sampled, len(corpus.tasks)))
    yield Started(len(chosen))
    losses: dict[Task, list[int]] = {}
    with until_stopped() as stop:
        for task in chosen:
            losses[task] = list(map(_Searched(task).loss, PLANS))
            yield Step(task.id)
    if losses:
        made = _report(corpus, seed, losses)
        part = stopped_at(len(losses), len(chosen), "tasks")
        yield Extra("reference", made if len(losses) == len(chosen) else replace(made, **part))
    stop.pass_on()


def _report(corpus: Corpus, seed: int, losses: Mapping[Task, list[int]]) -> ReferenceReport:
    beaten = [_beaten(task, made) for task, made in losses.items() if min(made) < 0]
    unexplained = sum(one.why == UNEXPLAINED for one in beaten)
    return ReferenceReport(
        schema_version=SCHEMA_VERSION,
        tool=Tool(),
        corpus=corpus_row(corpus),
        sample_seed=seed,
        tasks=len(losses),
        plans=len(PLANS),
        runs=len(PLANS) * len(losses),
        beaten=sorted(beaten, key=lambda one: one.task),
        matched=sum(min(made) == 0 for made in losses.values()),
        short=sum(min(made) > 0 for made in losses.values()),
        verdict=Verdict.FINDINGS if unexplained else Verdict.CLEAN,
        why=f"{len(beaten)} of {len(losses)} references are beaten, {unexplained} of them "
        "unexplained",
    )


class _Searched:
    """One task's plans; schedule and reference are made once."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._grader = Grader(task)
        self._schedule = schedules(task, 0)(NONE)

    def loss(self, plan: Plan) -> int:
        """Play a plan and return its excess loss, in cents."""
        return self._grader.grade(play(partial(_carry_out, plan), self._schedule).end).loss


def _carry_out(plan: Plan, desk: SettlementDesk, ticket: Ticket) -> None:
    for number, step in enumerate(plan.steps):
        if step != "wait":
            _wait_until(desk, INSTANTS[number])
            desk.retry_capture(ticket.ref if step == "same key" else f"fresh-{number}")
    _wait_until(desk, SHIP_BY)
    _ENDS[plan.end](desk)


def _wait_until(desk: SettlementDesk, tick: int) -> None:
    if tick > desk.now:
        desk.wait(tick - desk.now)


def _refund_and_close(desk: SettlementDesk) -> None:
    desk.refund()
    desk.close()


_ENDS: dict[str, Callable[[SettlementDesk], object]] = {
    "ship": SettlementDesk.ship,
    "close": SettlementDesk.close,
    "write_off": SettlementDesk.write_off,
    "escalate": SettlementDesk.escalate,
    "refund and close": _refund_and_close,
}


def _beaten(task: Task, losses: Sequence[int]) -> Beaten:
    best = PLANS[losses.index(min(losses))]
    better = [plan for plan, loss in zip(PLANS, losses, strict=True) if loss < 0]
    return Beaten(
        task=task.id,
        archetype=task.archetype.value,
        value=task.value,
        plans=len(better),
        best=str(best),
        gain=-min(losses),
        why=_why(task, better),
    )


def _why(task: Task, better: Sequence[Plan]) -> str:
    """Take away what the reference is not told, and see whether any plan is still ahead."""
    untold = _Searched(replace(task, charged_back_at=None))
    ahead = (untold.loss(plan) < 0 for plan in better)
    return UNEXPLAINED if task.charged_back_at is None or any(ahead) else CHARGEBACK
