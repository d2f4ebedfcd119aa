"""The audit: draw trials for each law, judge them, hold the canaries against them, shrink.

Nothing passes for clean in silence: a law that no trial fits, a check that raises, nothing to
draw, and a broken twin that is not caught each keep the audit from saying so.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial

from audits.attacks.rows import CasesRow
from audits.events import Event, Extra, Found, Started, Step, Unsound
from audits.laws.law import Law, Subject
from audits.laws.plan import LawsPlan
from audits.laws.registry import select
from audits.laws.setting import Setting
from audits.laws.sources import Collected, drawn, driven, given
from audits.laws.tally import Tally
from audits.laws.telling import told
from audits.laws.trial import Trial
from audits.target import Target


def laws(target: Target, plan: LawsPlan) -> Generator[Event, None, None]:
    """Check every law that is asked for, or one trial again.

    Raises `CannotAuditError` for a law that does not exist.
    """
    chosen = select(plan.only, target.desk)
    yield Started(len(chosen))
    cases, subject = target.cases, Subject.of(target.scorer, target.desk)
    setting = Setting(subject, cases.cases, plan.seed, plan.examples)
    yield Extra("cases", CasesRow(cases.name, len(cases.cases), cases.digest))
    rows = []
    for collected in _collected(setting, chosen, plan):
        tally = collected.tally
        yield from _canaries(tally, setting.subject)
        for breach in tally.breaches.values():
            smallest = collected.smallest(breach)
            yield Found(told(tally, breach, smallest, setting.subject, plan))
        yield tally.counted(must_apply=plan.trial is None or len(chosen) == 1)
        rows.append(tally.row())
        yield Extra("laws", list(rows))
        yield Step(tally.law.name)


def _collected(setting: Setting, laws: tuple[Law, ...], plan: LawsPlan) -> Iterator[Collected]:
    """Try each law; those of the desk share the runs of one state machine."""
    if plan.trial is not None:
        yield from (given(setting, law, plan.trial) for law in laws)
        return
    if steps := {law: law.step for law in laws if law.step}:
        yield from driven(setting, steps)
    yield from (drawn(setting, law) for law in laws if not law.step)


def _canaries(tally: Tally, subject: Subject) -> Iterator[Unsound]:
    """Hold each broken twin against the trials of its law; one that gets by is told."""
    law = tally.law
    for name, twist in law.canaries.items() if tally.tried and tally.trials else ():
        tally.canaries += 1
        if _caught(law, twist(subject), tally.trials):
            tally.canaries_caught += 1
            continue
        yield Unsound(
            f"law {law.name}: a twin that {name} was not caught in {len(tally.trials)} trials; "
            "try more --examples"
        )


def _caught(law: Law, twin: Subject, trials: list[Trial]) -> bool:
    tally = Tally(law)
    return any(tally.take(trial, partial(law.check, twin, trial)) for trial in trials)
