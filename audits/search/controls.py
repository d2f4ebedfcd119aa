"""What must hold before a search that found nothing may say so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace as with_
from typing import Any

from msgspec.structs import replace

from audits.events import Counted, Unsound
from audits.search.catch import catches
from audits.search.island import Island, search_case
from audits.search.plan import SearchPlan
from audits.search.reference import Rules
from scorer import Score

CANARY_STEPS = 100
"""Proposals that are enough to find something wrong where everything is paid."""


def canary(case: Any, rules: Rules, plan: SearchPlan) -> Iterator[Unsound]:
    """Search a reward that always pays in full; if nothing is found there, nothing is anywhere."""
    paid = Score(1.0, {"always": 1.0})
    always = with_(rules, reward=lambda _: paid, full_marks=1.0)
    steps = CANARY_STEPS if plan.steps is None else min(plan.steps, CANARY_STEPS)
    island = search_case(case, always, replace(plan, steps=steps))
    if not any(catch.rule(plan.margin) == "S601" for catch in catches([island])):
        yield Unsound(f"the canary lives: on {case.id} nothing was found where everything is paid")


def shortfalls(islands: Sequence[Island]) -> Iterator[Counted | Unsound]:
    """Say what keeps a search from being one: nothing tried, nothing done, nothing reached."""
    yield from (
        Counted(could_not_run=island.tally.unscored, why=island.tally.why)
        for island in islands
        if island.tally.unscored
    )
    if not any(island.tally.acted for island in islands):
        yield Unsound("no proposal made the world do anything: every call was refused")
    poor = [island.case.id for island in islands if not island.reached_reference]
    if poor:
        where = f"on {len(poor)} of {len(islands)} cases (first: {poor[0]})"
        yield Counted(
            could_not_run=len(poor),
            why=f"the search is too short: {where} it found nothing that is paid like the "
            "reference, right or wrong; raise --steps",
        )
