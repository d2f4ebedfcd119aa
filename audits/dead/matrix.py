"""The matrix fault x term: what was paid at worst, and how each death was treated."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from audits.dead.fate import Fate
from audits.dead.fault import Fault, ScorerFault
from audits.dead.judge import Breach, Outcome, Struck
from audits.rules import Severity
from scorer import Term

NOBODY = "not on record"


class Row(msgspec.Struct, kw_only=True):
    """One fault over all the places that it struck."""

    fault: str
    group: str
    what: str
    by: str
    """Whose doing the record says it was; `scorer`, or `alive` if the rollout lived through it."""
    source: str
    strikes: int = 0
    terms: dict[str, float]
    """The most that each term paid, its weight included."""
    scored: int = 0
    """Strikes that got a value."""
    low: float | None = None
    high: float | None = None
    dead: int = 0
    """Strikes whose score is marked dead."""
    treated: dict[str, int]
    """Each way in which the strikes were treated, with its count."""
    rules: list[str]
    """The rules broken; a lead stands in brackets."""

    def add(
        self, struck: Struck, made: Outcome, terms: Iterable[Term[Any]], found: Iterable[Breach]
    ) -> None:
        """Add one strike."""
        self.strikes += 1
        self._value(made.value)
        if made.score is not None:
            self.dead += made.score.dead
            for term in terms:
                paid = term.weight * made.score.terms[term.name] if made.value is not None else 0.0
                self.terms[term.name] = max(self.terms[term.name], paid)
        way = _treated(struck, made)
        self.treated[way] = self.treated.get(way, 0) + 1
        self.rules = sorted({*self.rules, *map(_shown, found)})

    def _value(self, value: float | None) -> None:
        if value is not None:
            self.scored += 1
            self.low = value if self.low is None else min(self.low, value)
            self.high = value if self.high is None else max(self.high, value)


def row(fault: Fault | ScorerFault, terms: Iterable[Term[Any]]) -> Row:
    """Begin the row of a fault."""
    return Row(
        fault=fault.name,
        group=fault.group,
        what=fault.what,
        by=_by(fault),
        source=fault.source,
        terms={term.name: 0.0 for term in terms},
        treated={},
        rules=[],
    )


def _by(fault: Fault | ScorerFault) -> str:
    if isinstance(fault, ScorerFault):
        return "scorer"
    return "alive" if fault.fate is Fate.ALIVE else fault.by or NOBODY


def _shown(breach: Breach) -> str:
    return breach.rule if breach.severity is Severity.ERROR else f"({breach.rule})"


def _treated(struck: Struck, made: Outcome) -> str:
    if made.score is None:
        return "raises"
    if made.value is None:
        return "left out"
    if made.score.dead:
        return f"{made.value:g}, marked dead"
    return "paid as alive" if struck.fate is Fate.ALIVE else "like an answer"
