"""How rollouts are edited: the reference of a case, and each edit of it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from attackers.edits import Edit
from audits.edits.grounds import GROUNDS, Ground
from audits.edits.ruling import Ruling
from audits.target import Target
from desk import Rollout
from scorer import Score, Scorer


@dataclass(frozen=True, slots=True)
class Reference:
    """What the reference did on a case, and what it earned: full marks."""

    behaviour: Any
    rollout: Rollout[Any, Any]
    score: Score
    earned: float
    ground: Ground = GROUNDS["refund"]


@dataclass(frozen=True, slots=True)
class Trial:
    """One edit of one reference, really played."""

    edit: Edit
    reference: Reference
    behaviour: Any
    rollout: Rollout[Any, Any]
    ruling: Ruling


class UnusableError(Exception):
    """Why a case, or one edit of it, says nothing about the scorer."""


def refer(target: Target, case: Any) -> Reference:
    """Play the reference on a case and record it.

    Raises `UnusableError` where nothing can be held against it: its work is not right, it cannot be
    played back, or it does not earn full marks.
    """
    ground = GROUNDS[target.desk]
    rollout = target.play(target.reference.act, case)
    if kinds := ground.wrongs(rollout):
        raise UnusableError(f"{case.id}: the reference itself is wrong: {kinds[0]}")
    behaviour = ground.behaviour_of(rollout)
    again = behaviour.play()
    if (again.log, again.end) != (rollout.log, rollout.end):
        raise UnusableError(f"{case.id}: the reference's calls, made again, do something else")
    score, full = ask(target.scorer, rollout), target.scorer.full_marks
    if score.value is None or score.dead or score.value != full or full <= 0:
        raise UnusableError(
            f"{case.id}: the reference earns {score.value}, not full marks ({full:g})"
        )
    return Reference(behaviour, rollout, score, score.value, ground)


def trials(edit: Edit, reference: Reference) -> Iterator[Trial]:
    """Play each behaviour that an edit makes of a reference; none where it changes nothing.

    Raises `UnusableError` where the edited run ends in a failure: nothing is known then.
    """
    for behaviour in edit.variants(reference.behaviour):
        rollout = behaviour.play()
        if rollout.failure is not None:
            case, failure = rollout.case.id, rollout.failure
            raise UnusableError(f"{case}: {edit.name} died: {failure.kind}: {failure.detail}")
        yield Trial(edit, reference, behaviour, rollout, reference.ground.rule_on(edit, rollout))


def ask(scorer: Scorer[Any], rollout: Rollout[Any, Any]) -> Score:
    """Score a rollout.

    Raises `UnusableError` where the scorer failed to score it. A guard that chose not to score it
    did not fail: that rollout earns nothing.
    """
    case = rollout.case.id
    try:
        score = scorer.score(rollout)
        declined = score.value is None and _declines(scorer, rollout)
    except Exception as error:
        name = type(error).__name__
        raise UnusableError(f"{case}: the scorer raised {name}: {error}") from error
    if declined or (score.value is not None and math.isfinite(score.value)):
        return score
    raise UnusableError(f"{case}: the scorer gave {score.value} ({score.why or 'without a word'})")


def _declines(scorer: Scorer[Any], rollout: Rollout[Any, Any]) -> bool:
    death = scorer.guard(rollout)
    return death is not None and death.value is None
