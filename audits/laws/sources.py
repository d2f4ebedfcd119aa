"""Where a law's trials come from, and how the one that breaks it is made as small as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from hypothesis import strategies as st
from hypothesis.errors import HypothesisException
from hypothesis.strategies import SearchStrategy

from audits.laws.drawing import FoundError, draw, drive
from audits.laws.law import Broken, Law, StepCheck, Subject
from audits.laws.machine import OnEnd, OnStep, desk_machine
from audits.laws.strategies import cases as generated
from audits.laws.tally import Breach, Tally
from audits.laws.trial import Trial
from audits.laws.walk import Step
from desk.refund import Case

GIVEN_SHARE = 4
"""One trial in so many is on a case that was given; the others are on generated ones."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Cases of one origin, and how many trials are drawn on them."""

    name: str
    cases: SearchStrategy[Case]
    examples: int


@dataclass(frozen=True, slots=True)
class Setting:
    """What laws are held against, on which cases, how often."""

    subject: Subject
    cases: tuple[Case, ...]
    """Cases to be drawn beside the generated ones."""
    seed: int
    examples: int

    @property
    def pools(self) -> tuple[Pool, ...]:
        """Generated cases, then those given: apart, so that what a generated one shows is plain."""
        if not self.cases:
            return (Pool("generated", generated(), self.examples),)
        share = -(-self.examples // GIVEN_SHARE)
        given = Pool("given", st.sampled_from(self.cases), share)
        rest = Pool("generated", generated(), self.examples - share)
        return (rest, given) if rest.examples else (given,)

    def seed_of(self, what: str, pool: Pool) -> str:
        """Name a draw's seed: the same whatever else is drawn."""
        return f"{self.seed}:{what}:{pool.name}"


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

    def judged(trial: Trial) -> Callable[[], Broken | None]:
        return partial(law.check, setting.subject, trial)

    def take(pool: Pool, trial: Trial) -> None:
        tally.trials.append(trial)
        tally.take(trial, judged(trial), pool.name)

    def smallest(breach: Breach) -> Trial:
        stop, pool = _stop_at(breach), _pool_of(setting, breach)
        return _shrunk(breach, lambda: run(pool, lambda trial: stop(trial, judged(trial)), True))

    for pool in setting.pools:
        with _errors_of([tally]):
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

    def judged(law: Law, step: Step) -> Callable[[], Broken | None]:
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
        stop, pool = _stop_at(breach), _pool_of(setting, breach)

        def on_step(trial: Trial, step: Step) -> None:
            stop(trial, judged(law, step))

        return _shrunk(breach, lambda: run(pool, on_step, lambda _trial: None, True))

    for pool in setting.pools:
        with _errors_of(list(tallies.values())):
            run(pool, partial(on_step, pool), on_end)
    return [Collected(tally, partial(smallest, law)) for law, tally in tallies.items()]


def _pool_of(setting: Setting, breach: Breach) -> Pool:
    return next(pool for pool in setting.pools if pool.name == breach.pool)


@contextmanager
def _errors_of(tallies: list[Tally]) -> Iterator[None]:
    """Let an error of the drawing itself be one of each law that it was for."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever stops the drawing, the laws are unchecked
        for tally in tallies:
            tally.errors.append(f"drawing stopped: {type(error).__name__}: {error}")


def _stop_at(breach: Breach) -> Callable[[Trial, Callable[[], Broken | None]], None]:
    def stop(trial: Trial, judge: Callable[[], Broken | None]) -> None:
        try:
            broken = judge()
        except Exception:  # noqa: BLE001 - on the way to a smaller trial an error is no breach
            return
        if broken is not None and breach.mechanism in broken.mechanisms:
            raise FoundError(trial)

    return stop


def _shrunk(breach: Breach, run: Callable[[], None]) -> Trial:
    """Run to the breach; a scorer that does not score alike twice leaves it as it was found."""
    try:
        run()
    except FoundError as found:
        return found.trial
    except HypothesisException:
        pass
    return breach.trial
