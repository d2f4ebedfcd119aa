"""How most laws are judged: play a run and its twin for real, and compare what they earn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from audits.laws.law import Broken, Check, NotApplicableError, Subject
from audits.laws.trial import Run, Trial, play_run
from desk import Rollout
from scorer import Score


@dataclass(frozen=True, slots=True)
class Pair:
    """A run and its twin, both played."""

    case: Any
    run: Run
    twin: Run
    twin_case: Any
    before: Rollout[Any, Any]
    """What came of the run."""
    after: Rollout[Any, Any]
    """What came of its twin."""


Relation: TypeAlias = Callable[[Score, Score, str], Broken | None]
Applies: TypeAlias = Callable[[Pair], bool]


def compared(relation: Relation, what: str | Callable[[Pair], str], *applies: Applies) -> Check:
    """Judge by `relation` what a run and its twin earn; `what` names the change in words.

    The law speaks only of pairs to which all of `applies` apply: so a trial that somebody wrote
    himself is held to the same terms as one that was drawn.
    """

    def check(subject: Subject, trial: Trial) -> Broken | None:
        pair = played(trial)
        if not all(fits(pair) for fits in applies):
            raise NotApplicableError("the twin is not one that the law speaks of")
        score = subject.scorer.score
        words = what if isinstance(what, str) else what(pair)
        return relation(score(pair.before), score(pair.after), words)

    return check


def played(trial: Trial) -> Pair:
    """Play a trial's run and its twin. Raises `NotApplicableError` where there is no twin."""
    if trial.twin is None:
        raise NotApplicableError("there is no twin")
    other = trial.twin_case or trial.case
    before, after = play_run(trial.case, trial.run), play_run(other, trial.twin)
    return Pair(trial.case, trial.run, trial.twin, other, before, after)
