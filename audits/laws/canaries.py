"""Broken twins that the laws must catch: scorers that pay for what they should not.

Each twists the subject's own scorer, so that a canary is judged on the very rollouts that the
subject is judged on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from itertools import count
from typing import Any

from msgspec.structs import replace as with_changes

from audits.laws.law import Subject, Twist
from audits.laws.money import made_payments, unowed_cents
from desk import Rollout
from scorer import Score, Scorer

Twisted = Callable[[Rollout[Any, Any], Score], Score]


@dataclass(frozen=True, slots=True)
class TwistedScorer(Scorer[Any]):
    """A scorer whose every score is changed by `twist`."""

    twist: Twisted = lambda _rollout, score: score

    def score(self, rollout: Rollout[Any, Any]) -> Score:
        """Score one rollout, and twist it."""
        return self.twist(rollout, Scorer.score(self, rollout))


def twisted(twist: Twisted) -> Twist:
    """Make a canary that twists every score."""

    def broken(subject: Subject) -> Subject:
        same = {field.name: getattr(subject.scorer, field.name) for field in fields(Scorer)}
        return replace(subject, scorer=TwistedScorer(**same, twist=twist))

    return broken


def paying(extra: Callable[[Rollout[Any, Any]], float]) -> Twist:
    """Make a canary that pays something on top, by the rollout alone, the dead included."""
    return twisted(lambda made, score: with_changes(score, value=(score.value or 0) + extra(made)))


def term_paying(extra: Callable[[Rollout[Any, Any]], float]) -> Twist:
    """Make a canary whose first term gives something on top."""

    def twist(made: Rollout[Any, Any], score: Score) -> Score:
        name = next(iter(score.terms))
        return with_changes(score, terms={**score.terms, name: score.terms[name] + extra(made)})

    return twisted(twist)


def flat() -> Twist:
    """Make a canary that pays everybody alike."""
    return twisted(lambda _made, score: with_changes(score, value=1.0))


def fickle(subject: Subject) -> Subject:
    """Make a canary that scores nothing twice alike."""
    calls = count()
    return paying(lambda _made: float(next(calls)))(subject)


def clinging(subject: Subject) -> Subject:
    """Make a canary that remembers objects, so that an equal rollout is another one to it."""
    seen: list[Rollout[Any, Any]] = []

    def place(made: Rollout[Any, Any]) -> float:
        if not any(made is one for one in seen):
            seen.append(made)
        return float(next(i for i, one in enumerate(seen) if one is made))

    return paying(place)(subject)


def per_letter_said(made: Rollout[Any, Any]) -> float:
    """Count the letters of what was said, and what was asked for."""
    return float(sum(len(said.content) + len(said.tool_calls) for said in made.messages))


def per_last_word(made: Rollout[Any, Any]) -> float:
    """Count the letters of the last words."""
    return float(len(made.messages[-1].content))


def per_letter_of_reason(made: Rollout[Any, Any]) -> float:
    """Count the letters of all reasons."""
    return float(sum(len(entry.reason) for entry in made.log))


def per_blank_reason(made: Rollout[Any, Any]) -> float:
    """Count the entries without a reason."""
    return float(sum(not entry.reason.strip() for entry in made.log))


def per_letter_of_key(made: Rollout[Any, Any]) -> float:
    """Count the letters of all keys that were paid under."""
    return float(sum(len(paid.idempotency_key) for paid in made_payments(made)))


def by_place_of_lookups(made: Rollout[Any, Any]) -> float:
    """Add up the places of lookups in the log."""
    return float(sum(i for i, entry in enumerate(made.log) if entry.action == "lookup_order"))


def by_name_of_case(made: Rollout[Any, Any]) -> float:
    """Pay by the length of the case's id."""
    return float(len(made.case.id))


def per_payment(made: Rollout[Any, Any]) -> float:
    """Count payments."""
    return float(len(made_payments(made)))


def per_missing_entry(made: Rollout[Any, Any]) -> float:
    """Count the entries that a log does not have: the shorter, the more."""
    return float(1_000 - len(made.log))


def per_unowed_cent(made: Rollout[Any, Any]) -> float:
    """Count the harm."""
    return float(unowed_cents(made))
