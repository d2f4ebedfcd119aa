"""Findings about dead rollouts: one for each mechanism, told by its worst and smallest example."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from audits.calls import calls
from audits.dead.judge import Bar, Breach, Kin, Outcome, Struck
from audits.findings import Finding, Reach, finding, paying_terms
from audits.rules import Severity

MOST_NAMES = 6
"""How many faults a finding names; the matrix has them all."""

_TITLES = {
    "D201": "a dead rollout is paid {value:g}",
    "D202": "a dead rollout earns {value:g}, and the worst honest failure of its case {floor:g}",
    "D203": "a dead rollout carries an ordinary score of {value:g}",
    "D204": "a death is laid at the wrong door, {shape}",
    "D205": "a score is none, {shape}",
    "D207": "right work is denied because of a fault that it lived through",
}
_LEAD = "a run with nothing to verify and no failure on record is paid {value:g}"


@dataclass(frozen=True, slots=True)
class Hit:
    """One rule that one strike broke."""

    breach: Breach
    struck: Struck
    made: Outcome
    bar: Bar

    @property
    def rank(self) -> tuple[float, int]:
        """Sorts the worst first, and of the equally bad the one with the fewest calls."""
        value = self.made.value or 0.0
        return (-value if isfinite(value) else 0.0, len(calls(self.struck.rollout)))


@dataclass(slots=True)
class Mechanism:
    """All the hits of one breach, of which only the worst is kept."""

    worst: Hit
    rows: int = 0
    low: float | None = None
    high: float | None = None
    faults: dict[str, None] = field(default_factory=dict)
    kin: set[Kin] = field(default_factory=set)

    def add(self, hit: Hit) -> None:
        """Count one more."""
        self.rows += 1
        self.faults[hit.struck.fault] = None
        self.kin.add(hit.struck.kin)
        if hit.rank < self.worst.rank:
            self.worst = hit
        if (value := hit.made.value) is not None:
            self.low = value if self.low is None else min(self.low, value)
            self.high = value if self.high is None else max(self.high, value)


def findings(
    found: dict[Breach, Mechanism], judged: Counter[Kin], arguments: str
) -> Iterator[Finding]:
    """Write one finding a mechanism, by rule; `judged` counts the strikes of each kin."""
    for breach in sorted(found):
        yield _finding(breach, found[breach], judged, arguments)


def _finding(breach: Breach, mechanism: Mechanism, judged: Counter[Kin], arguments: str) -> Finding:
    worst, struck, made = mechanism.worst, mechanism.worst.struck, mechanism.worst.made
    terms = paying_terms(made.score.terms) if made.score and made.value else {}
    lead = breach.severity is not Severity.ERROR
    title = (_LEAD if lead else _TITLES[breach.rule]).format(
        value=made.value or 0.0, floor=worst.bar.floor or 0.0, shape=breach.shape
    )
    return finding(
        breach.rule,
        f"{title}: {struck.what}",
        ": ".join(filter(None, (breach.shape, ", ".join(terms)))),
        severity=breach.severity,
        case=struck.case,
        earned=made.value,
        reference_earned=worst.bar.due,
        terms=terms,
        reach=Reach(mechanism.rows, sum(judged[kin] for kin in mechanism.kin)),
        counterexample=_example(mechanism),
        replay=replay(arguments, struck),
    )


def replay(arguments: str, struck: Struck) -> str:
    """Write the command that shows a strike again."""
    return f"clawback faults{arguments} --only {struck.fault} --case {shlex.quote(struck.case)}"


def _example(mechanism: Mechanism) -> dict[str, Any]:
    struck, made = mechanism.worst.struck, mechanism.worst.made
    failure = struck.rollout.failure
    example: dict[str, Any] = {
        "struck": f"{struck.fault} on the run of {struck.run}, {struck.where}",
        "on record": f"{failure.kind}, by {failure.by}" if failure else "no failure",
        "faults": _names(list(mechanism.faults)),
    }
    if told := _odd(made):
        example["score"] = told
    if mechanism.low != mechanism.high:
        example["paid"] = f"from {mechanism.low:g} to {mechanism.high:g}"
    return example | {"calls": calls(struck.rollout)}


def _odd(made: Outcome) -> str | None:
    """Say what came of scoring where that is more than a value."""
    if made.score is None:
        return f"raised {made.raised}"
    if made.value is None:
        return "not scored"
    return f"{made.value:g}, marked dead" if made.score.dead else None


def _names(faults: list[str]) -> str:
    more = len(faults) - MOST_NAMES
    return ", ".join(faults[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
