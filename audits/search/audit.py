"""Exploit search: what a scorer pays although it is wrong, found without knowing any cheat.

A program of tool calls is made up, really played, scored, and held against the desk's yardstick.
Reward and novelty guide the next one. What is both paid and wrong is told once per mechanism, as
small as it will go. The scorer's own opinion of right and wrong is never asked.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from audits.errors import unknown
from audits.events import Counted, Event, Extra, Found, Started, Step, Unsound
from audits.search.catch import Catch, catches, irreducible
from audits.search.controls import canary, shortfalls
from audits.search.crew import search_all
from audits.search.island import Island
from audits.search.mechanism import check_slug
from audits.search.plan import SearchPlan
from audits.search.reference import Rules, UnsoundError
from audits.search.report import Reporter
from audits.stopping import until_stopped
from audits.target import Target


def search(target: Target, plan: SearchPlan) -> Generator[Event, None, None]:
    """Search every case for rollouts that are paid and wrong.

    Raises `CannotAuditError` for a case or a mechanism that there is none of. On Ctrl-C what was
    found comes first, then `KeyboardInterrupt`.
    """
    cases = _chosen(target, plan.case)
    check_slug(plan.only, target.desk)
    rules = rules_of(target)
    yield Started(len(cases))
    try:
        yield from canary(cases[0], rules, plan)
        yield from _searched(cases, rules, plan)
    except (UnsoundError, BrokenProcessPool) as error:
        yield Unsound(str(error))


def rules_of(target: Target) -> Rules:
    """Say what a search knows of a target."""
    scorer = target.scorer
    return Rules(scorer.score, scorer.full_marks, target.reference.act, target.play, target.desk)


def _searched(cases: Sequence[Any], rules: Rules, plan: SearchPlan) -> Iterator[Event]:
    islands: list[Island] = []
    with until_stopped() as stop:
        for island in search_all(cases, rules, plan):
            islands.append(island)
            yield Counted(tried=island.tally.tried)
            yield Step(island.case.id)
    if not stop.stopped:
        yield from shortfalls(islands)
    yield from _results(islands, rules, plan)
    stop.pass_on()


def _chosen(target: Target, name: str | None) -> Sequence[Any]:
    cases = target.cases.cases
    chosen = [case for case in cases if name in (None, case.id)]
    if not chosen:
        raise unknown("--case", str(name), (case.id for case in cases))
    return chosen


def _results(islands: Sequence[Island], rules: Rules, plan: SearchPlan) -> Iterator[Event]:
    caught = catches(islands)
    yield Extra("search", _numbers(islands, caught, plan))
    reporter = Reporter(islands, rules, plan)
    for catch in _told(caught, plan):
        yield Found(reporter.finding(catch))


def _told(caught: list[Catch], plan: SearchPlan) -> list[Catch]:
    """Return the catches that are to be reported, errors first."""
    if plan.only is not None:
        caught = [catch for catch in caught if catch.core.slug == plan.only]
    else:
        caught = irreducible(caught)
    told = [catch for catch in caught if catch.rule(plan.margin)]
    return sorted(told, key=lambda catch: catch.rule(plan.margin) == "S602")


def _numbers(islands: Sequence[Island], caught: list[Catch], plan: SearchPlan) -> dict[str, object]:
    """Say how hard was searched, and what the best-paid wrong rollout earned."""
    ceiling = next((catch for catch in caught if catch.proven), None)
    return {
        "moves": plan.moves,
        "cases": len(islands),
        "reached_reference": sum(island.reached_reference for island in islands),
        "proposals": sum(island.steps for island in islands),
        "repeated": sum(island.tally.repeated for island in islands),
        "behaviours": len({trial.behaviour for one in islands for trial in one.trials}),
        "cheat_ceiling": ceiling
        and {
            "earned": ceiling.trial.earned,
            "reference_earned": ceiling.island.reference.earned,
            "share": ceiling.share,
            "mechanism": ceiling.core.words,
            "case": ceiling.island.case.id,
        },
    }
