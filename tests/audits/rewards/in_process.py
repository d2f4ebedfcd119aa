"""A reward that runs here, for tests: the audit's engine sees no difference."""

from __future__ import annotations

import contextlib
import copy
import math
from typing import Any

from attackers.rows import Mined, Row
from audits.events import Extra, Found, Unsound
from audits.rewards.engine import audit_reward
from audits.rewards.outcome import Kind, Outcome, Shape
from audits.rewards.plan import RewardPlan
from audits.rules import Severity


class LostError(Exception):
    """What a function of a test raises where a call of it is to count as lost."""


class InProcess:
    """Satisfies `audits.rewards.outcome.Reward` around a function of this process."""

    def __init__(self, function, shape=Shape.TEXT, mined=None, takes_gold=True):
        self.function, self.shape = function, shape
        self.mined, self.takes_gold = mined or Mined(), takes_gold
        self.name, self.called = function.__name__, "f"
        self.calls = 0

    def score(self, calls):
        return [self._one(list(samples)) for samples in calls]

    def changes(self, calls):
        told = []
        for samples in calls:
            given = copy.deepcopy(list(samples))
            with contextlib.suppress(Exception):
                self._call(given)
            told.append("" if given == list(samples) else "an argument")
        return told

    def _one(self, samples):
        self.calls += 1
        try:
            made = self._call(copy.deepcopy(samples))
        except LostError as error:
            return [Outcome(Kind.LOST, None, repr(error))] * len(samples)
        except Exception as error:  # noqa: BLE001
            return [Outcome(Kind.RAISED, None, repr(error))] * len(samples)
        return [_outcome(value) for value in made]

    def _call(self, samples):
        first = samples[0]
        if self.shape is Shape.BATCHED_TEXT:
            rows = [sample.row for sample in samples]
            said = [sample.answer for sample in samples]
            return self.function([r.prompt for r in rows], said, [r.gold for r in rows])
        if self.shape is Shape.TEXT:
            return [self.function(first.row.prompt, first.answer, first.row.gold)]
        if self.shape is Shape.TRAJECTORY:
            return [self.function(first.answer, first.row.info)]
        return [self.function(first.answer)]


def _outcome(value: Any) -> Outcome:
    if value is None:
        return Outcome(Kind.NONE)
    if not math.isfinite(value):
        return Outcome(Kind.NOT_FINITE, None, repr(value))
    return Outcome(Kind.VALUE, float(value))


CAPITALS = tuple(
    Row(index=at, prompt=f"Capital of {land}?", gold=city, reference=city)
    for at, (land, city) in enumerate(
        [("Peru", "Lima"), ("France", "Paris"), ("Kenya", "Nairobi"), ("Japan", "Tokyo")]
    )
)
"""Four rows whose references are their golds."""


def audited(function, rows=CAPITALS, plan=None, **how):
    """Audit a function; return its findings, and its unsound controls."""
    events = list(audit_reward(InProcess(function, **how), tuple(rows), plan or RewardPlan()))
    found = [event.finding for event in events if isinstance(event, Found)]
    return found, [event.why for event in events if isinstance(event, Unsound)]


def errors(function, rows=CAPITALS, plan=None, **how):
    """Return the rules of the errors that an audit finds."""
    found, unsound = audited(function, rows, plan, **how)
    assert not unsound
    return {one.rule for one in found if one.severity is Severity.ERROR}


def extras(function, rows=CAPITALS, plan=None, **how):
    """Return what an audit reports beside its findings, by key."""
    events = audit_reward(InProcess(function, **how), tuple(rows), plan or RewardPlan())
    return {event.key: event.value for event in events if isinstance(event, Extra)}
