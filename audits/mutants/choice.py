"""Which mutants a plan asks for, and which guards."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from audits.errors import CannotAuditError, unknown
from audits.mutants.generate import Crop, mutants_of
from audits.mutants.guard import Kind
from audits.mutants.plan import MutatePlan

ASKED = frozenset(Kind) - {Kind.TESTS}
"""The kinds of guards that are asked in a child of ours."""


def kinds_of(plan: MutatePlan) -> frozenset[Kind]:
    """Give the kinds of guards that a plan asks for; all of them if it names none.

    Raises `CannotAuditError` for what is no such kind.
    """
    named = [name.strip() for name in plan.guards.split(",") if name.strip()]
    for name in named:
        if name not in ASKED:
            raise unknown("--guards", name, (kind.value for kind in ASKED))
    return frozenset(map(Kind, named)) or ASKED


def crop_of(modules: Sequence[str], plan: MutatePlan) -> Crop:
    """Make the mutants of some modules that a plan asks for.

    Raises `CannotAuditError` for a module, a function or an id that is not there.
    """
    module, _, function = plan.where.partition(":")
    if module and module not in modules:
        wrong = unknown("TARGET", module, modules)
        raise CannotAuditError(f"{wrong} For a reward of yours, name its rows with --rows FILE.")
    crop = Crop()
    for name in [module] if module else modules:
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
