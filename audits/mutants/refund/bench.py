"""A scorer of ours under a mutant, before rollouts that were played beforehand."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from random import Random
from typing import Any, TypeVar, cast

from audits.mutants.refund.inputs import Inputs
from desk import Rollout
from scorer import Score, Scorer

T = TypeVar("T")


class Bench:
    """One scorer, built when it is first asked for, and what it says; nothing is asked twice."""

    def __init__(self, make: Callable[[], Scorer[Any]], inputs: Inputs) -> None:
        self.make, self.inputs = make, inputs
        self._known: dict[Hashable, object] = {}

    @cached_property
    def scorer(self) -> Scorer[Any]:
        """The scorer, built with the mutant in force."""
        return self.make()

    @property
    def terms(self) -> tuple[Any, ...]:
        """The scorer's terms."""
        return self.scorer.terms

    def once(self, key: Hashable, find: Callable[[], T]) -> T:
        """Find something out about this scorer, unless it was found out before."""
        if key not in self._known:
            self._known[key] = find()
        return cast("T", self._known[key])

    def score(self, rollout: Rollout[Any, Any]) -> Score:
        """Score a rollout."""
        return self.once(id(rollout), lambda: self.scorer.score(rollout))

    def score_at(self, place: int) -> Score:
        """Score the rollout at a place of the inputs."""
        return self.score(self.inputs.all[place].rollout)

    def measure(self, rollout: Rollout[Any, Any]) -> dict[str, int]:
        """Measure a rollout."""
        return self.once(("measures", id(rollout)), lambda: self.scorer.measure(rollout))

    def __len__(self) -> int:
        """All inputs, and the scorer's own face as the first."""
        return 1 + len(self.inputs.all)

    def see(self, index: int) -> dict[str, Any]:
        """Give score and measures of an input; for index 0 what the scorer shows of itself."""
        if index == 0:
            return self._face()
        rollout = self.inputs.all[index - 1].rollout
        score = self.score(rollout)
        return {
            "value": score.value,
            "terms": dict(score.terms),
            "dead": score.dead,
            "told_why": score.why is not None,
            "metrics": self.measure(rollout),
        }

    def size(self, index: int) -> int:
        """How long an input's log is; the scorer's face comes last."""
        return self.inputs.all[index - 1].size if index else 1_000_000

    def _face(self) -> dict[str, Any]:
        names = [name for term in self.terms for name in _names(term.name, term.code)]
        return {
            "name": self.scorer.name,
            "terms": {term.name: [term.weight, term.code] for term in self.terms},
            "full_marks": self.scorer.full_marks,
            "found": {name: self.scorer.term(name).name for name in names},
            "left": {name: [t.name for t in self.scorer.without(name).terms] for name in names},
        }


def mixed(bench: Bench) -> list[int]:
    """Give the places of all inputs in no order: who looks for one that differs is soon done."""
    places = list(range(len(bench.inputs.all)))
    Random(0).shuffle(places)
    return places


def _names(name: str, code: str) -> tuple[str, ...]:
    """List what a user may call a term."""
    return name, code, f"{code}_{name}", f" {name.upper()} ", name.replace("_", "-")
