"""Faults put to work: for each fault, the rollouts that it struck. Knows no scorer.

The rollouts can be made once and put to any number of scorers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from audits.dead.bases import REFERENCE, Base, bases, first_of_each
from audits.dead.bench import Bench
from audits.dead.fate import Fate
from audits.dead.fault import Fault, NotStruckError, Point
from audits.dead.judge import Struck
from desk import Rollout
from desk.failure import told
from desk.refund import Agent, Case, wrongs


@dataclass(frozen=True, slots=True)
class Missed:
    """A fault that could not strike, or did not do what it is there for; `why` names it."""

    why: str


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs to strike, two of each case."""

    cheap: tuple[Base, ...]
    real: tuple[Base, ...]
    """Those of `cheap` that are struck with sockets and processes too."""
    wrongs: Callable[[Any], Sequence[object]] = wrongs
    """The desk's yardstick."""

    @property
    def references(self) -> tuple[Base, ...]:
        """The reference's run of each case."""
        return tuple(base for base in self.cheap if base.name == REFERENCE)


def runs(reference: Agent, cases: Sequence[Case], all_cases: bool = False) -> Runs:
    """Make the runs: one case of each family, expectation and tool fault, or all cases.

    Of these, sockets and processes strike one of each expectation and tool fault.
    """
    few = first_of_each(cases, lambda case: (case.family, case.expect.kind, case.fault))
    fewer = first_of_each(cases, lambda case: (case.expect.kind, case.fault))
    cheap, real = (cases, cases) if all_cases else (few, fewer)
    made = {case.id: bases(reference, case) for case in cheap}
    return Runs(
        tuple(base for pair in made.values() for base in pair),
        tuple(base for case in real for base in made[case.id]),
    )


def strikes(fault: Fault, struck: Runs, bench: Bench) -> Iterator[Struck | Missed | None]:
    """Strike every place of every run; None stands for a run in which the fault has no place."""
    for base in struck.real if fault.real else struck.cheap:
        points = list(fault.points(base))
        yield from (_strike(fault, bench, base, point, struck.wrongs) for point in points)
        if not points:
            yield None


Yardstick = Callable[[Any], Sequence[object]]


def _strike(
    fault: Fault, bench: Bench, base: Base, point: Point, wrongs: Yardstick
) -> Struck | Missed:
    place = f"{fault.name} {point.where} ({base.name}, {base.case.id})"
    try:
        rollout = fault.strike(bench, base, point)
    except (NotStruckError, OSError) as error:
        return Missed(f"{place}: {told(error)}")
    if odd := _astray(fault, rollout, wrongs):
        return Missed(f"{place}: {odd}")
    return Struck(
        fault=fault.name,
        group=fault.group,
        what=fault.what,
        fate=fault.fate,
        by=fault.by,
        case=base.case.id,
        run=base.name,
        where=point.where,
        rollout=rollout,
    )


def _astray(fault: Fault, rollout: Rollout[Any, Any], wrongs: Yardstick) -> str | None:
    """Say how a rollout did not end as the fault ought to have ended it, or None."""
    kind = rollout.failure.kind if rollout.failure else None
    if kind is not fault.kind:
        return f"expected {fault.kind or 'no failure'} on record, got {kind or 'none'}"
    match fault.fate:
        case Fate.UNOPENED if rollout.end is not None:
            return "a world was opened"
        case Fate.SILENT if rollout.log and not rollout.log_fault():
            return "the log verifies"
        case Fate.ALIVE if found := wrongs(rollout):
            return f"it did not end in right work: {found[0]}"
    return None
