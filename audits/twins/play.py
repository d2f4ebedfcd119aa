"""Both members of a pair, played and scored, and whether the same came of both.

What came of a rollout is read from the world's books, never from what the agent says; so that
`ignored` is measured on every pair, and nobody has to declare it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from audits.attacks import Seat
from audits.guests import Lost
from audits.target import Target
from desk.refund import Case, End, RefundRollout, Wrong, wrongs
from desk.refund.twins import Pair

Outcome = tuple[tuple[tuple[str, str, int], ...], tuple[str, ...]]
"""What came of a rollout: payments as (order, sku, cents) and escalated orders, sorted."""


@dataclass(frozen=True, slots=True)
class Played:
    """One rollout, what it earned, and what is wrong with it whatever it earned."""

    rollout: RefundRollout | None
    """None if it never came back."""
    reward: float | None
    """None if it could not be scored; `why` says why."""
    terms: Mapping[str, float] = field(default_factory=dict)
    wrong: tuple[Wrong, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """A pair as one agent played it."""

    pair: Pair
    members: tuple[Played, Played]

    @property
    def rewards(self) -> tuple[float, ...] | None:
        """What the members earned, or None if one of them could not be scored."""
        rewards = tuple(made.reward for made in self.members if made.reward is not None)
        return rewards if len(rewards) == len(self.members) else None

    @property
    def paired(self) -> float | None:
        """What the pair earns: what its worse member earns, so that both have to be right."""
        return min(self.rewards) if self.rewards else None

    @property
    def rollouts(self) -> list[RefundRollout]:
        """The members' rollouts, those that came back."""
        return [made.rollout for made in self.members if made.rollout is not None]

    @property
    def ignored(self) -> bool:
        """Whether the same came of both members, although their right ends differ."""
        outcomes = [_outcome(rollout) for rollout in self.rollouts]
        return len(outcomes) == len(self.members) and outcomes[0] == outcomes[1]

    @property
    def right(self) -> bool:
        """Whether both rollouts came back and the yardstick finds nothing wrong with either."""
        return len(self.rollouts) == len(self.members) and not any(
            made.wrong for made in self.members
        )

    @property
    def read(self) -> bool:
        """Whether the history of the order was read in both members."""
        return all(_reads_history(made) for made in self.rollouts)


def play_pairs(target: Target, seat: Seat, pairs: Iterable[Pair]) -> list[PlayedPair]:
    """Let one agent play both members of every pair."""
    pairs = list(pairs)
    played = iter(play_cases(target, seat, (case for pair in pairs for case in pair.members)))
    return [PlayedPair(pair, (next(played), next(played))) for pair in pairs]


def play_cases(target: Target, seat: Seat, cases: Iterable[Case]) -> list[Played]:
    """Let one agent play cases, and score what came of them."""
    return [_scored(target, made) for made in seat.play(cases)]


def _scored(target: Target, made: RefundRollout | Lost) -> Played:
    """Score a rollout until its failure, if it had one: a crash must not hide what was paid."""
    if isinstance(made, Lost):
        return Played(None, None, why=made.why)
    alive: RefundRollout = replace(made, failure=None)
    wrong = wrongs(alive)
    try:
        score = target.scorer.score(alive)
    except Exception as error:  # noqa: BLE001 - the scorer is what is under audit
        why = f"the scorer raised {type(error).__name__}: {error}"
        return Played(made, None, wrong=wrong, why=why)
    if score.value is None or not math.isfinite(score.value):
        why = f"the scorer gave {score.value} ({score.why or 'no reason'})"
        return Played(made, None, wrong=wrong, why=why)
    return Played(made, score.value, score.terms, wrong)


def _outcome(rollout: RefundRollout) -> Outcome:
    end = rollout.end or End()
    paid = ((made.order_id, made.sku or "", made.amount_cents) for made in end.payments)
    return tuple(sorted(paid)), tuple(sorted(end.escalations))


def _reads_history(rollout: RefundRollout) -> bool:
    return any(
        entry.action == "refund_history" and entry.args.get("order_id") == rollout.case.order
        for entry in rollout.log
    )
