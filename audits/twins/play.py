"""Both members of a pair, played and scored, and whether the same came of both.

What came of a rollout is read from the world's books, never from what the agent says; so that
`ignored` is measured on every pair, and nobody has to declare it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from msgspec.structs import replace

from audits.attacks import Seat
from audits.guests import Lost
from audits.target import Target
from audits.twins.grounds import GROUNDS, Ground
from desk import Rollout
from desk.twins import Paired


@dataclass(frozen=True, slots=True)
class Played:
    """One rollout, what it earned, and what is wrong with it whatever it earned."""

    rollout: Rollout[Any, Any] | None
    """None if it never came back."""
    reward: float | None
    """None if it could not be scored; `why` says why."""
    terms: Mapping[str, float] = field(default_factory=dict)
    wrong: tuple[StrEnum, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """A pair as one agent played it."""

    pair: Paired
    members: tuple[Played, Played]
    ground: Ground = GROUNDS["refund"]

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
    def rollouts(self) -> list[Rollout[Any, Any]]:
        """The members' rollouts, those that came back."""
        return [made.rollout for made in self.members if made.rollout is not None]

    @property
    def ignored(self) -> bool:
        """Whether the same came of both members, although their right ends differ."""
        outcomes = [self.ground.outcome(rollout) for rollout in self.rollouts]
        same = len(outcomes) == len(self.members) and outcomes[0] == outcomes[1]
        return same and self.opposed

    @property
    def opposed(self) -> bool:
        """Whether nothing that is right on one member is right on the other."""
        return self.ground.opposed(self.pair)

    @property
    def right(self) -> bool:
        """Whether both rollouts came back and the yardstick finds nothing wrong with either."""
        return len(self.rollouts) == len(self.members) and not any(
            made.wrong for made in self.members
        )

    @property
    def read(self) -> bool:
        """Whether the agent looked, on both members, at what differs between them."""
        return all(self.ground.looked(made) for made in self.rollouts)


def play_pairs(target: Target, seat: Seat, pairs: Iterable[Paired]) -> list[PlayedPair]:
    """Let one agent play both members of every pair."""
    pairs = list(pairs)
    played = iter(play_cases(target, seat, (case for pair in pairs for case in pair.members)))
    ground = GROUNDS[target.desk]
    return [PlayedPair(pair, (next(played), next(played)), ground) for pair in pairs]


def play_cases(target: Target, seat: Seat, cases: Iterable[Any]) -> list[Played]:
    """Let one agent play cases, and score what came of them."""
    return [_scored(target, made) for made in seat.play(cases)]


def _scored(target: Target, made: Rollout[Any, Any] | Lost) -> Played:
    """Score a rollout until its failure, if it had one: a crash must not hide what was paid."""
    if isinstance(made, Lost):
        return Played(None, None, why=made.why)
    alive: Rollout[Any, Any] = replace(made, failure=None)
    wrong = tuple(GROUNDS[target.desk].wrongs(alive))
    try:
        score = target.scorer.score(alive)
    except Exception as error:  # noqa: BLE001 - the scorer is what is under audit
        why = f"the scorer raised {type(error).__name__}: {error}"
        return Played(made, None, wrong=wrong, why=why)
    if score.value is None or not math.isfinite(score.value):
        why = f"the scorer gave {score.value} ({score.why or 'no reason'})"
        return Played(made, None, wrong=wrong, why=why)
    return Played(made, score.value, score.terms, wrong)
