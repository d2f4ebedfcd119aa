"""The ground on which the settlement scorer's mutants are tried: its modules, and who guards it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import Any

from audits.laws.registry import LAWS_OF
from audits.mutants.choice import ASKED
from audits.mutants.ground import Ground
from audits.mutants.guard import Guard, Kind
from audits.mutants.modules import closure
from audits.mutants.refund.attack_guards import attack_guards
from audits.mutants.refund.bench import Bench
from audits.mutants.refund.checks import contract, machinery
from audits.mutants.refund.fault_guards import fault_guards
from audits.mutants.refund.ground import tell
from audits.mutants.refund.inputs import Inputs, inputs_of
from audits.mutants.refund.law_guards import law_guards
from audits.mutants.settlement.checks import claims, measures, openings
from audits.mutants.settlement.figures import figures
from audits.mutants.settlement.wild import wild_runs
from audits.target import Target
from scorer import Scorer
from scorer.settlement_reward import settlement_reward


def settlement_ground(target: Target, seed: int, kinds: Collection[Kind] = ASKED) -> Ground[Bench]:
    """Play, strike and draw all that the guards of the scorer need, if of these kinds."""
    inputs = inputs_of(target, seed, wild_runs)
    missed: list[str] = []
    guards = tuple(_guards(target, inputs, seed, kinds, missed))
    return Ground(
        name=target.name,
        modules=settlement_modules(target),
        make=partial(Bench, partial(_build, target), inputs),
        guards=guards,
        tell=partial(tell, target, inputs),
        missed=tuple(missed),
    )


def settlement_modules(_target: Target) -> tuple[str, ...]:
    """Name the modules that the scorer is made of."""
    return tuple(sorted(closure("scorer.settlement_reward")))


def _build(target: Target) -> Scorer[Any]:
    """Build the scorer anew, with whatever mutant is in force."""
    whole, gone = settlement_reward(target.reverts), _gone(target)
    return whole.without(*gone) if gone else whole


def _gone(target: Target) -> list[str]:
    """Name the terms that are left out: without one, not every rule has a hole to show."""
    left = {term.name for term in target.scorer.terms}
    return [term.name for term in settlement_reward().terms if term.name not in left]


def _guards(
    target: Target, inputs: Inputs, seed: int, kinds: Collection[Kind], missed: list[str]
) -> Iterator[Guard[Bench]]:
    bench = Bench(lambda: target.scorer, inputs)
    yield from (one for one in attack_guards(target, bench, target.agents) if one.kind in kinds)
    if Kind.FAULT in kinds:
        yield from fault_guards(target, inputs, True, missed)
    if Kind.LAW in kinds:
        yield from law_guards(target, seed, list(LAWS_OF["settlement"]))
    if Kind.CHECK in kinds:
        yield contract(target.scorer, "settlement")
        yield machinery()
        yield claims(bench)
        yield measures(bench)
        if not _gone(target):
            yield openings(bench, target.reverts)
    if Kind.FIGURES in kinds:
        yield figures()
