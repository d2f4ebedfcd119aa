"""Which mutants a plan asks for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from audits.errors import unknown
from audits.mutants.generate import Crop, mutants_of
from audits.mutants.ground import Ground
from audits.mutants.plan import MutatePlan


def crop_of(ground: Ground[Any], plan: MutatePlan) -> Crop:
    """Make the mutants of a ground that a plan asks for.

    Raises `CannotAuditError` for a module, a function or an id that is not there.
    """
    module, _, function = plan.where.partition(":")
    if module and module not in ground.modules:
        raise unknown("TARGET", module, ground.modules)
    crop = Crop()
    for name in [module] if module else ground.modules:
        made = mutants_of(import_module(name))
        crop.mutants += made.mutants
        crop.left_out += made.left_out
    if function:
        _keep("TARGET", crop, function, "qualname")
    if plan.only:
        _keep("--only", crop, plan.only, "id")
    return crop


def _keep(option: str, crop: Crop, value: str, name: str) -> None:
    """Keep the mutants of which `name` is `value`."""
    there = {getattr(mutant, name) for mutant in crop.mutants}
    if value not in there:
        raise unknown(option, value, there)
    crop.mutants = [mutant for mutant in crop.mutants if getattr(mutant, name) == value]
