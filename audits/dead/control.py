"""Controls: scorers broken on purpose, which must be caught on every rollout that a fault struck.

An audit whose controls go unnoticed would call anything clean.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import nan
from typing import Any

from audits.dead.fate import Fate
from audits.dead.fault import ScorerFault
from audits.dead.judge import Bar, Scores, Struck, broken, outcome, span
from audits.dead.spoils import spoils
from audits.dead.strikes import Runs
from desk import By, FrozenDict
from scorer import Death, Score, Scorer, Term


def _scorer(pays: Any, guard: Any = lambda _rollout: None) -> Scorer[Any]:
    term = Term("control", 1.0, "Is it paid?", pays)
    return Scorer("control", (term,), read=lambda rollout, _dead: rollout, guard=guard)


def _is_dead(rollout: Any) -> float:
    return float(rollout.failure is not None or rollout.end is None)


def _nan(_rollout: Any) -> Score:
    return Score(nan, FrozenDict({"control": nan}))


PAYS_THE_DEAD: Scores = _scorer(_is_dead).score
PAYS_ALL: Scores = _scorer(lambda _rollout: 1.0).score
LEAVES_ALL_OUT: Scores = _scorer(lambda _r: 1.0, lambda _r: Death(None, "left out")).score


@dataclass(frozen=True)
class Unguarded(Scorer[Any]):
    """A scorer that adds up whatever its parts give, whoever is dead."""

    def score(self, rollout: Any) -> Score:
        """Score by the sum alone."""
        self.guard(rollout)
        evidence = self.read(rollout, False)
        terms = {term.name: float(term.judge(evidence)) for term in self.terms}
        return Score(sum(term.weight * terms[term.name] for term in self.terms), terms)


def unnoticed(struck: Struck) -> str | None:
    """Say which control the judge did not notice on a struck rollout, or None."""
    bar = Bar(floor=0.0, due=1.0, low=0.0, high=1.0)
    for scores, wanted in _controls(struck):
        found = {breach.rule for breach in broken(struck, outcome(scores, struck.rollout), bar)}
        if missing := sorted(wanted - found):
            return f"a scorer broken on purpose was not caught on {struck.fault}: {missing[0]}"
    return None


def _controls(struck: Struck) -> Iterable[tuple[Scores, set[str]]]:
    yield _nan, {"D205"}
    if struck.fate is Fate.ALIVE:
        yield LEAVES_ALL_OUT, {"D207"}
    elif struck.fate is Fate.SILENT:
        yield PAYS_ALL, {"D201"}
    elif struck.fate is Fate.UNSCORED:
        yield PAYS_ALL, {"D201", "D202", "D203", "D204"}
    else:
        outage = {"D204"} if struck.by is By.INFRASTRUCTURE else set()
        yield PAYS_THE_DEAD, {"D201", "D202", "D203"} | outage
        if struck.by is By.AGENT:
            yield LEAVES_ALL_OUT, {"D204"}


def unnoticed_spoil(fault: ScorerFault, scorer: Scorer[Any], struck: Runs) -> str | None:
    """Say that a scorer without any protection was not caught with a part spoilt, or None."""
    bare = Unguarded(scorer.name, scorer.terms, scorer.read, lambda _rollout: None)
    for made in spoils(fault, bare, struck):
        if made and not broken(*made, span(scorer)):
            return f"a scorer without protection was not caught on {fault.name} {made[0].where}"
    return None
