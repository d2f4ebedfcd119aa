"""The parts world, ours: what is lost where an order has several captures and one of them fails."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from attackers.settlement import optimistic
from attackers.settlement.ours.orders import bank_lines, first_part, strict
from attackers.settlement.ours.orders.weighing import weighing
from audits.settlement.ours import SOURCES
from audits.settlement.plan import RunPlan
from audits.settlement.reading import Results
from audits.settlement.records import Row
from audits.settlement.tables import Tables, tables
from audits.settlement.world import World
from desk.settlement import Arm, Episode, Schedule, schedules
from desk.settlement.ours.parts import PARTS, OrderAct, Part, Rule, orders, play_orders
from scorer.settlement import Tally
from scorer.settlement_ours import ENDS, PART_PLANS, best_ends, order_graders, prospect

ACTS: dict[str, OrderAct] = {
    "strict": strict.act,
    "weighing": weighing(prospect),
    "first-part": first_part.act,
    "bank-lines": bank_lines.act,
    "optimistic": optimistic.act,
}


def _play(policy: str, made: Sequence[Schedule]) -> list[Episode]:
    return list(play_orders(ACTS[policy], made))


WORLD = World(name="parts", schedules=schedules, graders=order_graders, play=_play, sources=SOURCES)


class ReferenceRow(msgspec.Struct, frozen=True):
    """What the privileged reference does about the orders of one rule."""

    orders: int
    plans: int
    """Joint plans of an order that the search covers."""
    all_paid: int
    """Orders of which every part is paid for in the end."""
    shipped_unpaid: int
    """Orders of which goods leave that nobody pays for, since that loses least."""
    kept_back: int
    """Orders of which a part was paid, and its goods do not leave."""


class PartsReport(msgspec.Struct, frozen=True):
    """Everything made of a run in this world, an order at a time; none of it is the paper's."""

    world: str
    tables: Tables
    by_rule: dict[str, dict[str, float]]
    """Mean loss of an order in cents, policy by rule."""
    reference: dict[str, ReferenceRow]


def plan(seeds: int, arm: Arm) -> RunPlan:
    """Plan a run in this world: orders of its own corpus."""
    return RunPlan(corpus=orders(), policies=tuple(ACTS), seeds=seeds, arm=arm, world=WORLD)


def report(planned: RunPlan, made: Results) -> PartsReport:
    """Make every table, each row of which is an order."""
    by_order = _by_order(made)
    by_rule: dict[str, dict[str, float]] = {name: {} for name in planned.policies}
    for rule in Rule:
        for row in tables(_of_rule(by_order, planned, rule)).policies:
            by_rule[row.policy][rule.value] = row.loss
    return PartsReport(
        world=WORLD.name,
        tables=msgspec.structs.replace(tables(by_order), archetypes={}, archetype_intervals={}),
        by_rule=by_rule,
        reference={rule.value: _reference(planned, rule) for rule in Rule},
    )


def _by_order(made: Results) -> Results:
    """Add up the parts of each order; an order stands under its first part."""
    units = [record.task.unit for record in made.tasks]
    first = [units.index(unit) for unit in dict.fromkeys(units)]
    spans = [slice(at, at + units.count(units[at])) for at in first]
    return Results(
        made.manifest,
        [made.tasks[at] for at in first],
        {key: [_added(rows[span]) for span in spans] for key, rows in made.rows.items()},
    )


def _added(rows: Sequence[Row]) -> Row:
    loss = sum(row.loss for row in rows)
    return msgspec.structs.replace(
        rows[0],
        loss=loss,
        exact=loss == 0,
        premature=any(row.premature for row in rows),
        tally=Tally(*map(sum, zip(*(row.tally for row in rows), strict=True))),
    )


def _of_rule(by_order: Results, planned: RunPlan, rule: Rule) -> Results:
    under = {part.id for part in _parts(planned) if part.rule is rule}
    return Results(
        by_order.manifest,
        [record for record in by_order.tasks if record.task.id in under],
        {key: [row for row in rows if row.task in under] for key, rows in by_order.rows.items()},
    )


def _parts(planned: RunPlan) -> list[Part]:
    return [task for task in planned.corpus.tasks if isinstance(task, Part)]


def _reference(planned: RunPlan, rule: Rule) -> ReferenceRow:
    parts = [part for part in _parts(planned) if part.rule is rule]
    ends = [best_ends(tuple(unit)) for _, unit in groupby(parts, lambda part: part.unit)]
    plans = len(PART_PLANS) ** PARTS
    return ReferenceRow(
        orders=len(ends),
        plans=plans if rule is Rule.SPLIT else plans // len(ENDS) ** (PARTS - 1),
        all_paid=sum(all(one.settled for one in order) for order in ends),
        shipped_unpaid=sum(any(one.shipped > one.settled for one in order) for order in ends),
        kept_back=sum(any(one.settled > one.shipped for one in order) for order in ends),
    )
