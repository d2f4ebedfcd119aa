"""The audit: break a scorer in every small way, and see whether anybody notices.

Knows no desk: what is mutated, who guards it and how an input is told comes with the ground.
Nothing passes for clean in silence: a guard that is red on the scorer as it is, one that no canary
wakes, a function that cannot be changed and a scorer of which nothing can be changed each keep the
audit from saying so.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from importlib import import_module
from typing import Any, Protocol

from audits.events import Counted, Event, Extra, Found, Started, Step, Unsound
from audits.findings import Finding
from audits.mutants.accepted import OURS, Entry, accept, read_accepted, stale
from audits.mutants.canary import canaries_of
from audits.mutants.choice import crop_of, kinds_of
from audits.mutants.generate import Crop
from audits.mutants.ground import Ground, Site
from audits.mutants.guard import Guard, Kind, S
from audits.mutants.matrix import counts, matrix, nearest, row
from audits.mutants.mutant import Mutant
from audits.mutants.plan import MutatePlan
from audits.mutants.prober import Prober
from audits.mutants.project_tests import ProjectTests
from audits.mutants.told import denies, gone, survivor, untold
from audits.mutants.trial import Fate, Trial
from audits.stopping import until_stopped


def mutate_on(ground: Ground[S], plan: MutatePlan) -> Generator[Event, None, None]:
    """Try the mutants of a ground. On Ctrl-C, tell what was found until then.

    Raises `CannotAuditError` for a place, an id or a list of accepted survivors that cannot be.
    """
    entries = entries_for(ground, read_accepted(plan.accepted or OURS))
    crop = crop_of(ground.modules, plan)
    kinds = kinds_of(plan)
    guards = [guard for guard in ground.guards if guard.kind in kinds]
    prober = Prober(ground.modules, ground.make, guards)
    tests = ProjectTests(plan.tests) if plan.tests else None
    yield from all_of(Run(ground, plan, crop, entries, prober, tests))


def entries_for(site: Site, entries: list[Entry]) -> list[Entry]:
    """Keep the accepted survivors that speak of a site."""
    return [one for one in entries if one.target == site.name and one.module in site.modules]


class Probing(Protocol):
    """Whoever puts mutants before guards, in this process or in another one."""

    @property
    def guards(self) -> list[Guard[Any]]:
        """The guards that are asked, in their order."""

    @property
    def red(self) -> dict[str, str]:
        """The guards that find fault with the scorer as it is, and what."""

    @property
    def baseline(self) -> list[dict[str, Any]]:
        """What the scorer as it is says of each input."""

    @property
    def is_fickle(self) -> bool:
        """Whether it says other things when it is asked again."""

    def probe(self, mutants: Sequence[Mutant], *, all_guards: bool = False) -> Iterator[Trial]:
        """Try mutants and give each one's trial, in order."""


class TestsColumn(Protocol):
    """A project's tests as the last guard."""

    @property
    def guard(self) -> Guard[Any]:
        """The column of the matrix."""

    def take(self, survivors: Sequence[Trial]) -> Iterator[Event]:
        """Try what survived all else, and note in each trial what the tests found."""


def all_of(run: Run) -> Generator[Event, None, None]:
    """Go through a run from its controls to its findings; on Ctrl-C tell what was found by then."""
    plan = run.plan
    yield Started(len(run.crop.mutants))
    with until_stopped() as stop:
        yield from run.controls()
        yield from run.trials()
    yield from run.told(whole=stop.stopped is None and not plan.is_partial)
    stop.pass_on()


@dataclass(slots=True)
class Run:
    """What is known while an audit runs."""

    ground: Site
    plan: MutatePlan
    crop: Crop
    entries: list[Entry]
    prober: Probing
    tests: TestsColumn | None = None
    tried: list[Trial] = field(default_factory=list)

    def controls(self) -> Iterator[Event]:
        """See that there is something to try, and that each guard is green and can be woken."""
        if not self.crop.mutants:
            yield Unsound(f"no mutant can be made of {', '.join(self.ground.modules)}")
        if not self.prober.guards:
            yield Unsound("there is no guard that could notice anything")
        for why in (*self.crop.left_out, *self.ground.missed):
            yield Counted(could_not_run=1, why=why)
        if self.prober.is_fickle:
            yield Unsound("the scorer as it is says other things when it is asked again")
        for name, why in self.prober.red.items():
            yield Unsound(f"{name} finds fault with the scorer as it is: {why}")
        yield from map(Unsound, self.asleep())

    def asleep(self) -> list[str]:
        """Say which guards no canary wakes."""
        waiting = {guard.name for guard in self.prober.guards}
        canaries = [one for name in self.ground.modules for one in canaries_of(import_module(name))]
        for trial in self.prober.probe(canaries, all_guards=True):
            waiting -= trial.noticed.keys()
            if not waiting:
                break
        return [
            f"{name} notices nothing, not even a scorer that raises" for name in sorted(waiting)
        ]

    def trials(self) -> Iterator[Event]:
        """Try every mutant on the guards, and what survives them on the project's tests."""
        for trial in self.prober.probe(self.crop.mutants, all_guards=self.plan.all_guards):
            self.tried.append(trial)
            accept([trial], self.entries, date.today())
            yield Counted(tried=1)
            yield Extra("mutants", counts(self.tried))
            yield Step(trial.mutant.where)
        if self.tests:
            yield from self.tests.take(self.left_to_tests())

    def left_to_tests(self) -> list[Trial]:
        """Give what is put before the project's tests."""
        return self.of(Fate.SURVIVED)

    def told(self, whole: bool) -> Iterator[Event]:
        """Tell the counts, the matrix, each survivor, and each entry that speaks of none."""
        guards = [*self.prober.guards, *([self.tests.guard] if self.tests else [])]
        yield Extra("mutants", counts(self.tried))
        yield Extra("guards", matrix(guards, self.tried))
        yield Extra("inputs", len(self.prober.baseline))
        yield Extra("unobserved", [row(trial) for trial in self.of(Fate.NO_DIFFERENCE)])
        yield Extra("survivors", [row(trial) for trial in self.of(Fate.SURVIVED)])
        yield Extra("accepted", [row(trial) for trial in self.of(Fate.ACCEPTED)])
        if self.plan.only:
            yield Extra("tried_mutant", [row(trial) for trial in self.tried])
        yield from self.survivors(self.of(Fate.SURVIVED))
        for entry, why in stale(self.tried, self.entries, date.today()) if whole else ():
            yield Found(gone(entry, why, self.plan))

    def of(self, fate: Fate) -> list[Trial]:
        """Give the trials with a fate."""
        return [trial for trial in self.tried if trial.fate is fate]

    def survivors(self, trials: list[Trial]) -> Iterator[Event]:
        """Tell the survivors."""
        for trial in trials:
            yield from self.each([trial], partial(self._survivor, trial))

    def each(self, trials: Sequence[Trial], tell: Callable[[], Finding]) -> Iterator[Event]:
        """Tell what is one finding; one that cannot be told whole never takes the others along."""
        try:
            yield Found(tell())
        except Exception as error:  # noqa: BLE001 - a mutant may have made anything of a score
            for one in trials:
                why = f"mutant {one.mutant.id} survived, and what it moves cannot be told"
                yield Counted(could_not_run=1, why=f"{why}: {type(error).__name__}: {error}")
                yield Found(untold(one, self.plan))

    def _survivor(self, trial: Trial) -> Finding:
        assert trial.differs is not None
        place = trial.differs.shown
        before = self.prober.baseline[place]
        fit = {guard.name: guard.kind for guard in self.prober.guards}
        if not denies(before, trial.differs):
            fit = {name: kind for name, kind in fit.items() if kind is not Kind.REFERENCE}
        near = nearest(trial, self.tried, fit)
        told = self.ground.tell(place)
        return survivor(trial, near, before, told, len(self.prober.baseline), self.plan)
