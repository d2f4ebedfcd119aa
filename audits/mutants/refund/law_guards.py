"""The laws as guards: each is held against trials that are drawn and played once."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from audits.laws.law import DESKS, IncomparableError, Law, NotApplicableError, Subject
from audits.laws.registry import LAWS_OF
from audits.laws.sources import Setting, drawn
from audits.laws.trial import Run, Trial, UnplayableError, play_run
from audits.mutants.guard import Guard, Kind
from audits.mutants.refund.bench import Bench
from audits.mutants.refund.filed import filed
from audits.target import Target
from desk import Rollout

EXAMPLES = 16
"""Trials drawn for each law."""


def law_guards(target: Target, seed: int, names: Sequence[str]) -> Iterator[Guard[Bench]]:
    """Make a guard of each law named that speaks of scorers."""
    setting = Setting(Subject.of(target.scorer, target.desk), target.cases.cases, seed, EXAMPLES)
    for law in LAWS_OF[target.desk].values():
        if law.name in names and law.applies_to not in DESKS:
            trials = drawn(setting, law).tally.trials
            held = _Held(law, target.desk, trials, _Plays.of(trials))
            yield Guard(f"law:{law.name}", Kind.LAW, held, round=2)


@dataclass(frozen=True, slots=True)
class _Plays:
    """Runs that were played already, by the identity of case and run."""

    made: dict[tuple[int, int], Rollout[Any, Any]]

    @classmethod
    def of(cls, trials: Sequence[Trial]) -> _Plays:
        """Make the runs of all trials."""
        made = {}
        for trial in trials:
            for case, run in _runs(trial):
                try:
                    made[id(case), id(run)] = filed(play_run(case, run))
                except UnplayableError:
                    continue
        return cls(made)

    def play(self, case: Any, run: Run) -> Rollout[Any, Any]:
        """Give the rollout of a run; what was not played yet is played."""
        known = self.made.get((id(case), id(run)))
        return play_run(case, run) if known is None else known

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Let the laws' checks take their rollouts from here: a scorer has no part in playing."""
        name = play_run.__name__
        holders: list[Any] = [
            module
            for key, module in list(sys.modules.items())
            if key.startswith("audits.laws") and vars(module).get(name) is play_run
        ]
        for module in holders:
            setattr(module, name, self.play)
        try:
            yield
        finally:
            for module in holders:
                setattr(module, name, play_run)


def _runs(trial: Trial) -> Iterator[tuple[Any, Run]]:
    yield trial.case, trial.run
    if trial.twin is not None:
        yield trial.twin_case or trial.case, trial.twin


@dataclass(frozen=True, slots=True)
class _Held:
    """A law, held against its trials."""

    law: Law
    desk: str
    trials: list[Trial]
    plays: _Plays

    def __call__(self, bench: Bench) -> str | None:
        """Say how the law is broken, or None if it holds."""
        subject = Subject.of(bench.scorer, self.desk)
        with self.plays.in_force():
            for trial in self.trials:
                try:
                    broken = self.law.check(subject, trial)
                except (NotApplicableError, IncomparableError):
                    continue
                if broken is not None:
                    return broken.shape
        return None
