"""Mutants of a reward: break it in every small way, and see whether anybody notices."""

from __future__ import annotations

from collections.abc import Generator

from audits.events import Event
from audits.mutants.accepted import OURS, read_accepted
from audits.mutants.audit import mutate_on
from audits.mutants.choice import crop_of, kinds_of
from audits.mutants.ground import Ground, Told
from audits.mutants.guard import Guard, Kind, Subject
from audits.mutants.matrix import GuardRow, MutantRow
from audits.mutants.plan import MutatePlan
from audits.mutants.refund.ground import refund_ground, refund_modules
from audits.mutants.settlement.ground import settlement_ground, settlement_modules
from audits.target import Target


def mutate(target: Target, plan: MutatePlan) -> Generator[Event, None, None]:
    """Try the mutants of a scorer of ours.

    Raises `CannotAuditError` for a place, an id or a list of accepted survivors that cannot be.
    """
    read_accepted(plan.accepted or OURS)  # before anything is played for a list that is wrong,
    crop_of(modules_of(target), plan)  # or for a place that is not there
    ground = {"refund": refund_ground, "settlement": settlement_ground}[target.desk]
    yield from mutate_on(ground(target, plan.seed, kinds_of(plan)), plan)


def modules_of(target: Target) -> tuple[str, ...]:
    """Name the modules that a target's scorer is made of."""
    found = {"refund": refund_modules, "settlement": settlement_modules}[target.desk]
    return found(target)


__all__ = [
    "Ground",
    "Guard",
    "GuardRow",
    "Kind",
    "MutantRow",
    "MutatePlan",
    "Subject",
    "Told",
    "crop_of",
    "modules_of",
    "mutate",
    "mutate_on",
    "refund_ground",
    "refund_modules",
    "settlement_ground",
]
