"""How most laws are judged: play a run and its twin for real, and compare what they earn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from audits.laws.law import Broken, Check, NotApplicableError, Subject
from audits.laws.trial import Trial, play_run
from desk.refund import RefundRollout
from scorer import Score

Relation: TypeAlias = Callable[[Score, Score, str], Broken | None]
Applies: TypeAlias = Callable[[RefundRollout, RefundRollout], bool]
What: TypeAlias = str | Callable[[RefundRollout, RefundRollout], str]


def always(_before: RefundRollout, _after: RefundRollout) -> bool:
    """Say that a law applies to every pair."""
    return True


def compared(relation: Relation, what: What, applies: Applies = always) -> Check:
    """Judge by `relation` what a run and its twin earn; `what` names the change in words."""

    def check(subject: Subject, trial: Trial) -> Broken | None:
        before, after = played(trial)
        if not applies(before, after):
            raise NotApplicableError
        score = subject.scorer.score
        words = what if isinstance(what, str) else what(before, after)
        return relation(score(before), score(after), words)

    return check


def played(trial: Trial) -> tuple[RefundRollout, RefundRollout]:
    """Play a trial's run and its twin. Raises `NotApplicableError` where there is no twin."""
    if trial.twin is None:
        raise NotApplicableError
    before = play_run(trial.case, trial.run)
    return before, play_run(trial.twin_case or trial.case, trial.twin)
