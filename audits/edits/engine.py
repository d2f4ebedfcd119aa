"""Edits of behaviour: each edit of each case's reference, really played, put to the scorer.

What an edited rollout is, wrong or harmless, the end state says (`ruling`), and never the scorer
under audit. A wrong one must cost reward, a harmless one must cost nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from attackers.edits import Edit
from audits.attacks.rows import TermRow
from audits.edits.controls import controls, one_sided
from audits.edits.judge import Judged
from audits.edits.plan import EditsPlan
from audits.edits.rows import EditRow, rows
from audits.edits.told import findings
from audits.edits.trial import Reference, Trial, UnusableError, ask, refer, trials
from audits.events import Counted, Event, Extra, Found, Started, Step, Unsound
from audits.target import Target


def edits(target: Target, plan: EditsPlan) -> Generator[Event, None, None]:
    """Try every edit on every case of a target.

    Raises `CannotAuditError` where the plan names an edit or a case that there is not.
    """
    plan = msgspec.structs.replace(plan, desk=target.desk)
    chosen, cases = plan.edits(), plan.chosen(target)
    yield Started(len(chosen))
    yield Extra(
        "terms", [TermRow(t.name, t.code, t.weight, t.question) for t in target.scorer.terms]
    )
    run = _Run(target, plan)
    yield from run.refer(cases)
    for edit in chosen:
        yield from run.try_one(edit)
        yield Extra("edits", list(run.rows))
        yield Step(edit.name)
    yield from run.close()


@dataclass(slots=True)
class _Run:
    """What is known while an audit runs."""

    target: Target
    plan: EditsPlan
    references: list[Reference] = field(default_factory=list)
    rows: list[EditRow] = field(default_factory=list)
    doubted: list[Judged] = field(default_factory=list)
    """What can only give leads, several edits to one."""
    idle: list[str] = field(default_factory=list)
    """Edits that changed nothing on any case."""

    def refer(self, cases: list[Any]) -> Iterator[Event]:
        """Play the reference of each case."""
        for case in cases:
            try:
                self.references.append(refer(self.target, case))
            except UnusableError as error:
                yield Counted(could_not_run=1, why=str(error))

    def try_one(self, edit: Edit) -> Iterator[Event]:
        """Try one edit on each case that has a reference."""
        made: list[Trial] = []
        for reference in self.references:
            try:
                tried = list(trials(edit, reference))
            except UnusableError as error:
                yield Counted(could_not_run=1, why=str(error))
                continue
            yield Counted(not_applicable=int(not tried))
            made += tried
        if not made:
            self.idle.append(edit.name)
        for why in controls(made):
            yield Unsound(why)
        yield from self._judge(edit, made)

    def _judge(self, edit: Edit, made: list[Trial]) -> Iterator[Event]:
        judged: list[Judged] = []
        for trial in made:
            try:
                judged.append(Judged(trial, ask(self.target.scorer, trial.rollout)))
            except UnusableError as error:
                yield Counted(could_not_run=1, why=f"{edit.name} on {error}")
        yield Counted(tried=len(judged))
        self.rows += rows(edit, judged, [term.name for term in self.target.scorer.terms])
        sure = [one for one in judged if not one.trial.ruling.doubt]
        self.doubted += [one for one in judged if one.trial.ruling.doubt]
        yield from map(Found, findings(sure, self.plan))

    def close(self) -> Iterator[Event]:
        """Yield the leads; and, unless cases were named, say what was never tried."""
        yield from map(Found, findings(self.doubted, self.plan))
        if not self.references or self.plan.cases:
            return
        if self.idle:
            names = ", ".join(self.idle)
            why = f"on none of these cases is there anything to change for {names}"
            yield Counted(could_not_run=len(self.idle), why=why)
        sides = {row.standing.must_cost for row in self.rows}
        if self.plan.only is None and (why_not := one_sided(sides)):
            yield Unsound(why_not)
