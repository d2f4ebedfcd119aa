"""The ground on which a refund scorer's mutants are tried: what it is made of, who guards it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from attackers.program import program_of
from audits.mutants.choice import ASKED
from audits.mutants.ground import Ground, Told
from audits.mutants.guard import Kind
from audits.mutants.modules import closure
from audits.mutants.refund.bench import Bench
from audits.mutants.refund.claims import claimed_guards
from audits.mutants.refund.inputs import Inputs, inputs_of
from audits.target import Target
from scorer import Scorer, hardened, published

BUILDERS: dict[str, Callable[..., Scorer[Any]]] = {"hardened": hardened, "published": published}


def refund_ground(target: Target, seed: int, kinds: Collection[Kind] = ASKED) -> Ground[Bench]:
    """Play, strike and draw all that the guards of a refund scorer need, if of these kinds."""
    inputs = inputs_of(target, seed)
    missed: list[str] = []
    guards = tuple(claimed_guards(target, inputs, seed, kinds, missed))
    return Ground(
        name=_name(target),
        modules=refund_modules(target),
        make=partial(Bench, partial(_build, target), inputs),
        guards=guards,
        tell=partial(tell, target, inputs),
        missed=tuple(missed),
    )


def refund_modules(target: Target) -> tuple[str, ...]:
    """Name the modules that a target's scorer is made of."""
    return tuple(sorted(closure(BUILDERS[target.scorer.name].__module__)))


def _gone(target: Target) -> list[str]:
    left = {term.name for term in target.scorer.terms}
    return [term.name for term in _whole(target).terms if term.name not in left]


def _whole(target: Target) -> Scorer[Any]:
    return BUILDERS[target.scorer.name](*([target.reverts] if target.reverts else []))


def _build(target: Target) -> Scorer[Any]:
    """Build the target's scorer anew, with whatever mutant is in force."""
    gone = _gone(target)
    return _whole(target).without(*gone) if gone else _whole(target)


def _name(target: Target) -> str:
    return "".join([target.name, *(f" without {name}" for name in _gone(target))])


def tell(target: Target, inputs: Inputs, index: int) -> Told:
    """Tell of an input: the scorer itself, or a run and who made it."""
    if index == 0:
        return Told({"shown by": "the scorer itself: its name, terms and full marks"})
    one = inputs.all[index - 1]
    case = one.rollout.case
    reference = target.scorer.score(target.play(target.reference.act, case)).value
    calls = [{"tool": call.tool, "args": dict(call.args)} for call in program_of(one.rollout)]
    return Told({"by": one.by, "calls": calls}, case.id, reference)
