"""The ways to die as guards: what they left was struck once, and every scorer is put before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from audits.dead import settlement
from audits.dead.bench import Bench as Tools
from audits.dead.fault import Fault, ScorerFault
from audits.dead.grounds import GROUNDS
from audits.dead.judge import Bar, Outcome, Struck, bar, broken, outcome
from audits.dead.registry import FAULTS
from audits.dead.spoils import spoils
from audits.dead.strikes import Runs, strikes
from audits.mutants.guard import Guard, Kind
from audits.mutants.refund.bench import Bench
from audits.mutants.refund.inputs import Inputs
from audits.rules import Severity
from audits.target import Target
from desk import Rollout

FAULTS_OF = {"refund": FAULTS, "settlement": settlement.FAULTS}
"""Our faults by the desk; nobody's plugin guards our scorers."""

Scored = Callable[[Bench], Iterator[tuple[Struck, Outcome]]]
"""Gives what a bench's scorer makes of the rollouts that a fault struck."""


@dataclass(frozen=True, slots=True)
class _Yard:
    """What faults strike, and by what each case is judged."""

    struck: Runs
    bars: dict[str, tuple[list[Rollout[Any, Any]], Rollout[Any, Any]]]
    """For each case its honest failures, and the reference's run."""

    def bar(self, bench: Bench, case: str) -> Bar:
        """Measure a case with the scorer at hand."""
        honest, reference = self.bars[case]
        return bench.once(("bar", case), lambda: bar(bench, honest, reference))


@dataclass(frozen=True, slots=True)
class _Unbroken:
    """No law for dead rollouts is broken on what a fault struck."""

    yard: _Yard
    scored: Scored
    leads: bool
    """Whether what is no more than a lead counts as well."""

    def __call__(self, bench: Bench) -> str | None:
        """Say which law is broken, or None."""
        for struck, made in self.scored(bench):
            for breach in broken(struck, made, self.yard.bar(bench, struck.case)):
                if self.leads or breach.severity is Severity.ERROR:
                    return f"{breach.rule}: {breach.shape}"
        return None


def fault_guards(
    target: Target, inputs: Inputs, leads: bool, missed: list[str]
) -> Iterator[Guard[Bench]]:
    """Strike every fault once and make a guard of each; what is struck is added to the inputs.

    With `leads` what is paid to a record that was spoilt in silence counts as well. Faults that
    could not strike are added to `missed`, and have no guard.
    """
    yard = _yard(target, inputs)
    with Tools() as tools:
        for fault in FAULTS_OF[target.desk].values():
            scored = _scored(fault, yard, tools, inputs)
            if scored is None:
                missed.append(f"the fault {fault.name} could not strike")
            else:
                check = _Unbroken(yard, scored, leads)
                yield Guard(f"fault:{fault.name}", Kind.FAULT, check, round=1)


def _yard(target: Target, inputs: Inputs) -> _Yard:
    """Make the runs to strike; sockets and processes strike those of one case only."""
    ground = GROUNDS[target.desk]
    made = ground.runs(target.reference.act, target.cases.cases, False)
    yard = _Yard(replace(made, real=made.real[:2]), {})
    for base in made.references:
        honest = ground.honest_failures(target.agents.values(), base.case)
        filed = [inputs.filed("an honest failure", one) for one in honest]
        yard.bars[base.case.id] = filed, inputs.filed(target.reference.name, base.rollout)
    return yard


def _scored(fault: Fault | ScorerFault, yard: _Yard, tools: Tools, inputs: Inputs) -> Scored | None:
    """Let a fault strike; None where it found nothing to strike."""
    if isinstance(fault, ScorerFault):
        few = replace(yard.struck, cheap=yard.struck.real)
        return lambda bench: filter(None, spoils(fault, bench.scorer, few))
    struck = [one for one in strikes(fault, yard.struck, tools) if isinstance(one, Struck)]
    name = f"the fault {fault.name}"
    filed = [replace(one, rollout=inputs.filed(name, one.rollout)) for one in struck]
    return _outcomes(filed) if filed else None


def _outcomes(filed: Sequence[Struck]) -> Scored:
    return lambda bench: ((one, outcome(bench.score, one.rollout)) for one in filed)
