"""The published figures that follow from grading the gate's ends, as one guard.

The ends are played once, for they are no scorer's; `clawback reproduce settlement` plays them anew.
"""

from __future__ import annotations

from functools import partial
from importlib.resources import files
from statistics import fmean

import msgspec

from attackers.settlement import policies
from audits.mutants.guard import Guard, Kind
from audits.mutants.refund.bench import Bench
from desk.settlement import FULL, Archetype, End, Task, corpus, play, schedules
from scorer.settlement import Grader, reference

Ends = list[tuple[Task, End]]


def figures() -> Guard[Bench]:
    """Make the guard."""
    act = policies()["gate"].act
    ends = [(task, play(act, schedules(task, 0)(FULL)).end) for task in corpus().tasks]
    text = files("audits.reproduce").joinpath("settlement.json").read_bytes()
    published = msgspec.json.decode(text)["exact"]
    return Guard("figures", Kind.FIGURES, partial(_differ, ends, published), round=3)


def _differ(ends: Ends, published: dict[str, str], _bench: Bench) -> str | None:
    for name, measured in _measured(ends).items():
        if published[name] != measured:
            return f"{name}: {published[name]} became {measured}"
    return None


def _measured(ends: Ends) -> dict[str, str]:
    grades = {task.id: Grader(task).grade(end) for task, end in ends}
    losses = [grade.loss for grade in grades.values()]
    twins = [grades[task.id].loss for task, _ in ends if task.twin]
    late = [grades[one.id].loss for one, _ in ends if one.archetype is Archetype.UNRESOLVABLE]
    early = sum(reference(task).premature for task, _ in ends)
    return {
        "gate: exact tasks, fewest under any seed": str(sum(one.exact for one in grades.values())),
        "gate: mean loss, dollars": f"{fmean(losses) / 100:.2f}",
        "gate: paired loss, dollars": f"{fmean(twins) / 100:.2f}",
        "gate: loss of an unresolvable case, dollars": f"{fmean(late) / 100:.2f}",
        "gate: dearest episode, dollars": f"{max(losses) / 100:.2f}",
        "reference acts irreversibly before the outcome, tasks": str(early),
    }
