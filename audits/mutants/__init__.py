"""Mutants of a reward: break it in every small way, and see whether anybody notices."""

from __future__ import annotations

from collections.abc import Generator

from audits.events import Event
from audits.mutants.audit import mutate_on
from audits.mutants.choice import crop_of
from audits.mutants.ground import Ground, Told
from audits.mutants.guard import Guard, Kind, Subject
from audits.mutants.matrix import GuardRow, MutantRow
from audits.mutants.plan import MutatePlan
from audits.mutants.refund.ground import refund_ground, refund_modules
from audits.target import Target


def mutate(target: Target, plan: MutatePlan) -> Generator[Event, None, None]:
    """Try the mutants of a refund scorer of ours.

    Raises `CannotAuditError` for a place, an id or a list of accepted survivors that cannot be.
    """
    yield from mutate_on(refund_ground(target, plan.seed), plan)


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
    "mutate",
    "mutate_on",
    "refund_ground",
    "refund_modules",
]
