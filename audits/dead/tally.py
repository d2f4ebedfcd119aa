"""What came of all strikes: the matrix, the mechanisms found, and what the aggregate must show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from audits.attacks.rows import TermRow
from audits.dead.batch import Aggregates, Batch
from audits.dead.control import PAYS_THE_DEAD
from audits.dead.fate import Fate
from audits.dead.judge import Bar, Breach, Kin, Outcome, Struck, broken, outcome
from audits.dead.matrix import Row
from audits.dead.told import Hit, Mechanism, findings
from audits.events import Event, Extra, Found, Unsound
from audits.rules import Severity
from audits.target import Target

_ORDER = list(Severity)


@dataclass(slots=True)
class Tally:
    """Adds up one audit."""

    target: Target
    bars: dict[str, Bar]
    """What each case's scores are held against, by case id."""
    rows: list[Row] = field(default_factory=list)
    judged: Counter[Kin] = field(default_factory=Counter)
    """How many strikes there were of each kin."""
    found: dict[Breach, Mechanism] = field(default_factory=dict)
    batch: Batch = field(default_factory=Batch)
    control: Batch = field(default_factory=Batch)
    """The same batch as a scorer scores it that was broken on purpose."""

    def take(self, row: Row, struck: Struck, made: Outcome) -> None:
        """Judge one strike and add it."""
        held = self.bars[struck.case]
        breaches = broken(struck, made, held)
        for breach in breaches:
            hit = Hit(breach, struck, made, held)
            self.found.setdefault(breach, Mechanism(hit)).add(hit)
        row.add(struck, made, self.target.scorer.terms, breaches)
        self.judged[struck.kin] += 1
        if struck.fate in (Fate.DEAD, Fate.UNOPENED):
            self.batch.add(struck, made)
            self.control.add(struck, outcome(PAYS_THE_DEAD, struck.rollout))

    def told(self, sums: Aggregates, arguments: str) -> Iterator[Event]:
        """Tell everything: the parts of the report, then the findings, errors first."""
        terms = self.target.scorer.terms
        yield Extra("terms", [TermRow(t.name, t.code, t.weight, t.question) for t in terms])
        yield Extra("faults", self.rows)
        yield Extra("aggregate", self.batch.summary(sums))
        found = list(findings(self.found, self.judged, arguments))
        hidden = self.batch.finding(sums, arguments)
        found += [hidden] if hidden else []
        for one in sorted(found, key=lambda made: (_ORDER.index(made.severity), made.rule)):
            yield Found(one)
        if self.control.died and not self.control.finding(sums, arguments):
            yield Unsound("a batch that hides its dead on purpose was not caught")
