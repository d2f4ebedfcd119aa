"""What honest work earns on a case: what every find is held against, and a control."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from attackers.program import Program, program_of
from audits.search.judge import Judge, Reward
from audits.search.mechanism import mechanism_of
from desk import Rollout
from desk.refund import play

LOOKS = frozenset({"lookup_order", "refund_history", "probe_processor"})
"""The calls by which one looks before one acts, on any desk."""


class UnsoundError(Exception):
    """A control failed; the message says which."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is under audit, as far as a search knows it."""

    reward: Reward
    full_marks: float
    reference: Any
    play: Callable[[Any, Any], Rollout[Any, Any]] = play
    """Lets an agent work a case of the desk."""
    desk: str = "refund"


@dataclass(frozen=True, slots=True)
class Reference:
    """What honest work earns on a case."""

    earned: float
    terms: dict[str, float]
    asks_for_reads: bool
    """Whether leaving out the reads costs anything; if not, this scorer never asked for them."""


def measure(judge: Judge, rules: Rules, margin: float) -> Reference:
    """Play the reference on the judge's case.

    Raises `UnsoundError` where its work is not right, or not paid in full.
    """
    rollout = rules.play(rules.reference, judge.case)
    mechanism, score = mechanism_of(rollout), judge.score(rollout)
    where = f"{judge.case.id}: the reference"
    if score is None:
        raise UnsoundError(f"{where} was not scored ({judge.tally.why})")
    if not mechanism.is_right:
        raise UnsoundError(f"{where} does not do right work itself: {mechanism.words}")
    if score.value != rules.full_marks or score.value <= 0:
        raise UnsoundError(f"{where} earns {score.value}, not full marks ({rules.full_marks:g})")
    blind = judge.score(judge.play(_acts(rollout)))
    asks = blind is None or (blind.value or 0.0) < score.value - margin
    return Reference(score.value, dict(score.terms), asks)


def _acts(rollout: Rollout[Any, Any]) -> Program:
    """Return what a rollout did, without any look before it."""
    return tuple(call for call in program_of(rollout) if call.tool not in LOOKS)
