"""The kill matrix: for each guard, whom it was asked about and what it noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from audits.mutants.excerpt import change, surroundings
from audits.mutants.guard import Guard, Kind
from audits.mutants.mutant import Mutant
from audits.mutants.trial import Fate, Trial


class GuardRow(msgspec.Struct, frozen=True):
    """One column of the matrix."""

    name: str
    kind: Kind
    asked: int
    """Mutants it was put before; a late guard only sees those that nobody else noticed."""
    noticed: int
    alone: int
    """Mutants that it noticed and no other guard did."""


class MutantRow(msgspec.Struct, frozen=True):
    """One mutant."""

    id: str
    where: str
    line: int
    operator: str
    change: str
    fate: Fate | None = None
    noticed: dict[str, str] = {}
    """Who noticed, and what each found wrong."""
    reached: bool | None = None
    """Whether any guard or input runs the code that it changes."""
    before: str = ""
    after: str = ""
    """The code that is changed and what it becomes, as Python writes them."""
    end_line: int = 0
    source: dict[str, str] = {}
    """The lines around the change by their numbers, for a mutant that was tried."""


def matrix(guards: Sequence[Guard[Any]], trials: Sequence[Trial]) -> list[GuardRow]:
    """Count for each guard, in the order in which they are asked."""
    asked = Counter(name for trial in trials for name in trial.asked)
    noticed = Counter(name for trial in trials for name in trial.noticed)
    alone = Counter(next(iter(trial.noticed)) for trial in trials if len(trial.noticed) == 1)
    return [
        GuardRow(one.name, one.kind, asked[one.name], noticed[one.name], alone[one.name])
        for one in guards
    ]


def counts(trials: Sequence[Trial]) -> dict[str, int]:
    """Count the fates, under the documented keys."""
    fates = Counter(trial.fate for trial in trials)
    told = [fate for fate in Fate if fate is not Fate.NOT_TRIED]  # counted as could not run
    return {"made": len(trials)} | {fate.value: fates[fate] for fate in told}


def listed(mutant: Mutant) -> MutantRow:
    """Write a mutant that was not tried."""
    return MutantRow(mutant.id, mutant.where, mutant.line, mutant.operator, change(mutant))


def row(trial: Trial) -> MutantRow:
    """Write a mutant that was tried."""
    noticed = {"the process": trial.lost} if trial.lost else trial.noticed
    mutant = trial.mutant
    return replace(
        listed(mutant),
        fate=trial.fate,
        noticed=noticed,
        reached=trial.reached,
        before=mutant.before,
        after=mutant.after,
        end_line=mutant.end_line,
        source=surroundings(mutant),
    )


def nearest(trial: Trial, trials: Sequence[Trial], names: Collection[str]) -> str | None:
    """Name the guard that should have noticed: of those named the one that notices most nearby.

    First in the same function, then in the same module, then anywhere; None if none of them
    noticed anything.
    """
    where, module = trial.mutant.where, trial.mutant.module
    for near in (
        [other for other in trials if other.mutant.where == where],
        [other for other in trials if other.mutant.module == module],
        trials,
    ):
        count = Counter(name for other in near for name in other.noticed if name in names)
        if count:
            return count.most_common(1)[0][0]
    return None
