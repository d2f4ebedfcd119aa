"""One case's search, from the control to an archive; islands know nothing of each other.

So the same seed finds the same in any order and in any number of processes, and a finding is
replayed by searching its one case again.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from attackers.search import Archive, Sketch, SketchSpace, explore
from attackers.search.explore import Stop, never
from audits.search.judge import Behaviour, Judge, Tally, Tried
from audits.search.plan import HALF, ROUNDS, SearchPlan
from audits.search.reference import Reference, Rules, measure
from audits.stopping import until_stopped


@dataclass(frozen=True, slots=True)
class Island:
    """What the search of one case came to; made of plain values, to cross processes."""

    case: Any
    reference: Reference
    trials: tuple[Tried, ...]
    """The best of each behaviour."""
    steps: int
    """Proposals made."""
    tally: Tally
    interrupted: bool

    @property
    def reached_reference(self) -> bool:
        """Whether the search came upon anything, right or wrong, that is paid like the reference.

        A search that is too weak for that says nothing by finding nothing.
        """
        return any(trial.earned >= self.reference.earned for trial in self.trials)


def search_case(case: Any, rules: Rules, plan: SearchPlan, stop: Stop = never) -> Island:
    """Search one case until its steps are used up, or until `stop`.

    A search that comes upon nothing that is paid like the reference says nothing, and goes on for
    as many steps again, up to `ROUNDS` in all.
    Raises `UnsoundError` where the reference is no measure on this case.
    """
    judge = Judge(case, rules.reward, plan.moves, rules.desk)
    reference = measure(judge, rules, plan.margin)
    archive: Archive[Sketch, Behaviour] = Archive(judge.field.in_turn)
    dice, space = Random(f"{plan.seed}:{case.id}"), judge.space
    steps = 0
    with until_stopped() as stopping:
        for _ in range(ROUNDS):
            steps += explore(space, judge, archive, dice, plan.steps, stop)
            if stop() or any(trial.earned >= reference.earned for trial in archive.trials()):
                break
        _take_apart(archive, space, judge, reference.earned * HALF)
    interrupted = stopping.stopped is not None
    return Island(case, reference, tuple(archive.trials()), steps, judge.tally, interrupted)


def _take_apart(
    archive: Archive[Sketch, Behaviour], space: SketchSpace, judge: Judge, above: float
) -> None:
    """Try what is well paid without each of its steps: it may be two simpler finds in one."""
    for trial in archive.trials():
        if trial.earned > above:
            for part in space.parts(trial.candidate):
                if (smaller := judge(part)) is not None:
                    archive.add(smaller)
