"""Where a law's trials come from, and how the one that breaks it is made as small as possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from audits.laws.drawing import draw, drive
from audits.laws.law import Law, StepCheck
from audits.laws.machine import OnEnd, OnStep, desk_machine
from audits.laws.setting import Pool, Setting
from audits.laws.shrinking import Judge, errors_of, shrunk, stop_at
from audits.laws.tally import Breach, Tally
from audits.laws.trial import Trial
from audits.laws.walk import Step

__all__ = ["Collected", "Setting", "drawn", "driven", "given"]


@dataclass(frozen=True, slots=True)
class Collected:
    """What came of a law, and how to shrink the trial of a breach."""

    tally: Tally
    smallest: Callable[[Breach], Trial]


def given(setting: Setting, law: Law, trial: Trial) -> Collected:
    """Try a law on one trial, as it stands."""
    tally = Tally(law)
    tally.take(trial, partial(law.check, setting.subject, trial))
    return Collected(tally, lambda breach: breach.trial)


def drawn(setting: Setting, law: Law) -> Collected:
    """Try a law on trials from its own strategy."""
    tally = Tally(law)

    def run(pool: Pool, body: Callable[[Trial], None], shrink: bool = False) -> None:
        draw(law.trials(pool.cases), body, setting.seed_of(law.name, pool), pool.examples, shrink)

    def judged(trial: Trial) -> Judge:
        return partial(law.check, setting.subject, trial)

    def take(pool: Pool, trial: Trial) -> None:
        tally.trials.append(trial)
        tally.take(trial, judged(trial), pool.name)

    def smallest(breach: Breach) -> Trial:
        stop, pool = stop_at(breach), setting.pool_of(breach)
        return shrunk(
            breach, lambda: run(pool, lambda trial: stop(trial, judged(trial)), True), judged
        )

    for pool in setting.pools:
        with errors_of([tally]):
            run(pool, partial(take, pool))
    return Collected(tally, smallest)


def driven(setting: Setting, laws: dict[Law, StepCheck]) -> list[Collected]:
    """Try laws of the desk on each step of a state machine's runs.

    A law that is broken is not asked again in the same run.
    """
    tallies = {law: Tally(law) for law in laws}
    broken: set[Law] = set()

    def run(pool: Pool, on_step: OnStep, on_end: OnEnd, shrink: bool = False) -> None:
        machine = desk_machine(pool.cases, on_step, on_end, setting.subject.desk)
        drive(machine, setting.seed_of("desk", pool), pool.examples, shrink)

    def judged(law: Law, step: Step) -> Judge:
        return partial(laws[law], setting.subject, step)

    def on_step(pool: Pool, trial: Trial, step: Step) -> None:
        for law in laws.keys() - broken:
            if tallies[law].take(trial, judged(law, step), pool.name):
                broken.add(law)

    def on_end(trial: Trial) -> None:
        broken.clear()
        for tally in tallies.values():
            tally.trials.append(trial)

    def smallest(law: Law, breach: Breach) -> Trial:
        stop, pool = stop_at(breach), setting.pool_of(breach)

        def on_step(trial: Trial, step: Step) -> None:
            stop(trial, judged(law, step))

        def whole(trial: Trial) -> Judge:
            return partial(law.check, setting.subject, trial)

        return shrunk(breach, lambda: run(pool, on_step, lambda _trial: None, True), whole)

    for pool in setting.pools:
        with errors_of(list(tallies.values())):
            run(pool, partial(on_step, pool), on_end)
    return [Collected(tally, partial(smallest, law)) for law, tally in tallies.items()]
