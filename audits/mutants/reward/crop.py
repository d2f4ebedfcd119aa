"""The mutants that a worker made of its target, as values on our side."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import msgspec

from audits.errors import CannotAuditError, unknown
from audits.mutants.generate import Crop
from audits.mutants.inside import PAYS
from audits.mutants.mutant import CannotSwapError, Mutant
from audits.mutants.plan import MutatePlan
from audits.targets.client import Worker


class Made(msgspec.Struct, frozen=True):
    """What a worker made of its target."""

    root: Path
    """The folder that the project's modules are imported from."""
    modules: tuple[str, ...]
    crop: Crop
    canaries: list[Mutant]


def made_by(worker: Worker, target: str) -> Made:
    """Ask a worker for its target's mutants.

    Raises `CannotAuditError` where its source cannot be read, or nothing in it can be changed.
    """
    listing = worker.ask("listing")
    mutants = [_mutant(worker, told) for told in listing["mutants"]]
    if not mutants:
        left = "; ".join(listing["left_out"][:3]) or "it reaches no function of a file of its own"
        raise CannotAuditError(
            f"{target}: no mutant can be made of it: {left}. Name a Python function that stands in "
            "a file"
        )
    return Made(
        Path(listing["root"]),
        tuple(listing["modules"]),
        Crop(mutants, listing["left_out"]),
        [_mutant(worker, told) for told in listing["canaries"]],
    )


def paying_canary() -> Mutant:
    """Make the canary under which every answer is paid what the first reference is."""
    return Mutant(
        id=PAYS,
        module="",
        file="",
        qualname="",
        function="",
        operator="canary",
        says="every answer is paid like the first reference",
        before="",
        after="",
        line=0,
        end_line=0,
        swap=_elsewhere,
        text=_elsewhere,
    )


def _mutant(worker: Worker, told: dict[str, Any]) -> Mutant:
    text: Callable[[], str] = partial(worker.ask, "text", told["id"])
    return Mutant(**told, function=told["qualname"], swap=_elsewhere, text=text)


def _elsewhere() -> NoReturn:
    raise CannotSwapError("a mutant of a user's reward is put in force in its worker")


def narrowed(crop: Crop, plan: MutatePlan) -> tuple[Crop, int]:
    """Keep what the plan asks for; with it, how many mutants are left out for want of time.

    Raises `CannotAuditError` for an id that is not there.
    """
    mutants = crop.mutants
    if plan.only:
        mutants = [one for one in mutants if one.id == plan.only]
        if not mutants:
            raise unknown("--only", plan.only, (one.id for one in crop.mutants))
    if plan.most and plan.most < len(mutants):
        picked = set(Random(plan.seed).sample(range(len(mutants)), plan.most))
        return (
            Crop([one for at, one in enumerate(mutants) if at in picked], crop.left_out),
            len(mutants) - plan.most,
        )
    return Crop(mutants, crop.left_out), 0
