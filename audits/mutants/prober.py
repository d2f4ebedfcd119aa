"""Mutants before guards, each in a child process; and whether anything differed at all."""

from __future__ import annotations

import functools
import gc
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from itertools import groupby
from time import process_time
from typing import Any, Generic

from audits.mutants.guard import Guard, S
from audits.mutants.mutant import Mutant
from audits.mutants.reach import Reach
from audits.mutants.trial import Difference, Trial
from audits.mutants.zygote import Limits, Lost, in_children

SLOWER = 5.0
"""How many times as long as the scorer as it is a mutant may take."""


class Prober(Generic[S]):
    """Puts mutants before guards.

    `make` builds the subject, anew for each mutant, so that what a scorer is built of is built
    with the mutant in force.
    """

    def __init__(
        self,
        modules: Collection[str],
        make: Callable[[], S],
        guards: Sequence[Guard[S]],
        limits: Limits | None = None,
    ) -> None:
        began = process_time()
        self.guards: list[Guard[S]] = []
        """The guards that are asked, in the order of their rounds."""
        self._make, self._caches = make, _caches(modules)
        self._seeing = Reach()
        self.baseline = self._seeing.watch(self._look)
        self.is_fickle = repr(self._look()) != repr(self.baseline)
        """Whether the scorer as it is says other things when it is asked again."""
        self.red: dict[str, str] = {}
        """The guards that find something wrong with the scorer as it is, and what."""
        self._reach: dict[str, Reach] = {}
        for guard in sorted(guards, key=lambda guard: guard.round):
            self._try_on_the_scorer_as_it_is(guard)
        self._limits = limits or _limits(process_time() - began)

    def _subject(self) -> S:
        """Build a subject that is fed from no cache of the scorer's."""
        for cache in self._caches:
            cache.cache_clear()
        return self._make()

    def _look(self) -> list[dict[str, Any]]:
        subject = self._subject()
        return [_seen(subject, index) for index in range(len(subject))]

    def _try_on_the_scorer_as_it_is(self, guard: Guard[S]) -> None:
        """Learn what a guard says of it, and which functions it runs; a red guard is not asked."""
        reach = self._reach[guard.name] = Reach()
        why = reach.watch(lambda: guard.notices(self._subject()))
        if why is None:
            self.guards.append(guard)
        else:
            self.red[guard.name] = why

    def probe(self, mutants: Sequence[Mutant], *, all_guards: bool = False) -> Iterator[Trial]:
        """Try mutants and give each one's trial, in order.

        Guards are asked in rounds until somebody notices, or with `all_guards` to the last round.
        """

        def work(job: int) -> bytes:
            with mutants[job].applied():
                return self._answer(mutants[job], all_guards)

        def is_as_before() -> bool:
            subject = self._subject()
            return not any(guard.notices(subject) for guard in self.guards if not guard.round)

        with _frozen():
            for job, answer in in_children(range(len(mutants)), work, is_as_before, self._limits):
                yield _trial(mutants[job], answer)

    def _answer(self, mutant: Mutant, all_guards: bool) -> bytes:
        """Be the child: ask the guards, and look for a difference if none notices."""
        subject = self._subject()
        trial = Trial(mutant)
        for _, guards in groupby(self.guards, key=lambda guard: guard.round):
            if all_guards or not trial.noticed:
                _ask(trial, subject, [one for one in guards if self._reach[one.name].has(mutant)])
        seen_at_all = self._seeing.has(mutant)
        trial.reached = seen_at_all or bool(trial.asked)
        differs = self._difference(subject) if seen_at_all and not trial.noticed else None
        seen = [trial.asked, trial.noticed, differs and astuple(differs), trial.reached]
        return json.dumps(seen).encode()

    def _difference(self, subject: S) -> Difference | None:
        seen = [_seen(subject, index) for index in range(len(self.baseline))]
        differs = [i for i, before in enumerate(self.baseline) if repr(seen[i]) != repr(before)]
        if not differs:
            return None
        paid = [i for i in differs if seen[i].get("value") != self.baseline[i].get("value")]
        shown = min(paid or differs, key=subject.size)
        return Difference(len(differs), shown, seen[shown])


def _ask(trial: Trial, subject: S, guards: Sequence[Guard[S]]) -> None:
    for guard in guards:
        trial.asked.append(guard.name)
        if (why := guard.notices(subject)) is not None:
            trial.noticed[guard.name] = why


def _trial(mutant: Mutant, answer: bytes | Lost) -> Trial:
    if isinstance(answer, Lost):
        return Trial(mutant, lost=answer.why, late=answer.late)
    asked, noticed, differs, reached = json.loads(answer)
    shown = Difference(*differs) if differs else None
    return Trial(mutant, asked, noticed, shown, reached=reached)


def _seen(subject: S, index: int) -> dict[str, Any]:
    try:
        return subject.see(index)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a mutant may raise anything, exits included
        return {"raised": type(error).__name__}


def _limits(seconds: float) -> Limits:
    """Give a mutant several times what all that is done with it takes on the scorer as it is."""
    least = Limits()
    return Limits(
        cpu_seconds=max(least.cpu_seconds, SLOWER * seconds),
        wall_seconds=max(least.wall_seconds, 2 * SLOWER * seconds),
    )


def _caches(modules: Collection[str]) -> list[Any]:
    """Find what `functools.cache` remembers of the modules: a mutant must not be fed from it."""
    kind = type(functools.cache(len))
    found = [thing for thing in gc.get_objects() if type(thing) is kind]
    return [one for one in found if getattr(one, "__module__", "") in modules]


@contextmanager
def _frozen() -> Iterator[None]:
    """Keep the collector off what is here, so that a child shares its memory with us."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
