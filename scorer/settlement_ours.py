"""What the worlds of ours ask of the paper's scorer; not the paper's."""

from __future__ import annotations

from functools import cache
from itertools import groupby, product, starmap
from operator import getitem
from typing import NamedTuple

from msgspec.structs import replace

from desk.settlement import (
    NONE,
    SHIP_BY,
    Archetype,
    Corpus,
    End,
    Kind,
    SettlementDesk,
    Task,
    schedules,
)
from desk.settlement.ours.parts import Part, Rule
from scorer.settlement import GRACE, Costs, Grader, Tally, position, tally


@cache
def prospect(act: str, fate: Kind, value: int, costs: Costs = Costs()) -> int:  # noqa: B008 - frozen
    """Return the position that an act at the last tick to ship comes to, in cents, given a fate.

    The act is done on a desk and priced like any other. `retry and ship` is done on a payment that
    has failed by then; every other one on a payment that resolves when no handover helps any more.
    """
    retried = act == "retry and ship"
    task = Task(
        id="",
        unit=0,
        twin="",
        archetype=Archetype.UNRESOLVABLE,
        value=value,
        captured_at=0,
        resolves_at=SHIP_BY if retried else SHIP_BY + GRACE + 1,
        settles=fate is Kind.EXPECTED,
        retry_works=fate is Kind.SOFT_DECLINE,
        charged_back_at=None,
        schedule_seed=0,
    )
    desk = SettlementDesk(schedules(task, 0)(NONE))
    desk.wait(SHIP_BY - desk.now)
    if retried:
        desk.retry_capture(task.ref)
    getattr(desk, "ship" if retried else act)()
    return position(tally(desk.ended(), task), value, costs)


class PartPlan(NamedTuple):
    """What to do about one part of an order, for somebody who knows when and how it resolves."""

    pays: str
    """`nothing`, `again` (the same key, at the outcome) or `anew` (a fresh key, at once)."""
    refunds: bool
    """Whether its value is paid back at the last tick to ship, before the end."""
    end: str


PAYS = ("nothing", "again", "anew")
ENDS = ("ship", "close", "escalate")
PART_PLANS = tuple(starmap(PartPlan, product(PAYS, (False, True), ENDS)))


def best_plans(parts: tuple[Part, ...]) -> tuple[PartPlan, ...]:
    """Search every plan of an order for the best position, chargebacks to come not known.

    The order's position is the sum of its parts', and nothing done to one part changes another's
    but the common end of a whole order. So the best of all joint plans is the best of each part by
    itself, under each common end where the order is whole.
    """
    worth = [{plan: planned(part, plan) for plan in PART_PLANS} for part in parts]
    common = parts[0].rule is Rule.WHOLE
    under = [[one for one in PART_PLANS if one.end == end] for end in ENDS]
    chosen = (
        tuple(max(plans, key=lambda plan: made[plan]) for made in worth)
        for plans in (under if common else [PART_PLANS])
    )
    return max(chosen, key=lambda plans: sum(map(getitem, worth, plans)))


@cache
def best_ends(parts: tuple[Part, ...]) -> tuple[Tally, ...]:
    """Return what the best plans make of each part of an order, chargebacks included."""
    plans = zip(parts, best_plans(parts), strict=True)
    return tuple(tally(carried_out(part, plan), part) for part, plan in plans)


def planned(part: Part, plan: PartPlan) -> int:
    """Return the position, in cents, of a part whose money nobody will charge back."""
    untold = replace(part, charged_back_at=None)
    return position(tally(carried_out(untold, plan), untold), part.value)


def carried_out(part: Part, plan: PartPlan) -> End:
    """Play a plan on a desk of its own."""
    desk = SettlementDesk(schedules(part, 0)(NONE))
    if plan.pays == "anew":
        desk.retry_capture(f"{part.ref}-anew")
    elif plan.pays == "again" and part.resolvable:
        desk.wait(part.resolves_at - desk.now)
        desk.retry_capture(part.ref)
    if desk.now < SHIP_BY:
        desk.wait(SHIP_BY - desk.now)
    if plan.refunds:
        desk.refund()
    getattr(desk, plan.end)()
    return desk.ended()


def order_graders(corpus: Corpus) -> list[Grader]:
    """Hold each part against what the best plan of its order makes of it."""
    parts = [task for task in corpus.tasks if isinstance(task, Part)]
    units = (tuple(unit) for _, unit in groupby(parts, lambda part: part.unit))
    best = [end for unit in units for end in best_ends(unit)]
    return [Grader(part, best=made) for part, made in zip(parts, best, strict=True)]
