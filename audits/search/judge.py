"""One case's judge: plays a sketch for real, asks the scorer, and asks the desk's yardstick."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from attackers.program import Program
from attackers.search import FIELDS, MoveSet, Sketch, Trial, size
from audits.search.mechanism import Mechanism, mechanism_of
from desk import Rollout
from desk.failure import told
from scorer import Score

Reward: TypeAlias = Callable[[Rollout[Any, Any]], Score]


class Behaviour(NamedTuple):
    """What a rollout came to: a cell of the archive."""

    mechanism: Mechanism
    """How it is wrong."""
    paid_by: tuple[str, ...]
    """The terms that gave it anything."""
    did: tuple[str, ...]
    """What its log tells of, in short: half of the way to a reward is often not paid yet."""


Tried: TypeAlias = Trial[Sketch, Behaviour]


class Tally:
    """What became of the proposals on one case."""

    def __init__(self) -> None:
        self.tried = 0
        self.repeated = 0
        """Proposals that come to a program that was played before."""
        self.acted = 0
        """Rollouts in which the world did anything."""
        self.unscored = 0
        """Rollouts on which the scorer raised, or gave what is no finite number."""
        self.why = ""


class Judge:
    """Tries sketches on one case; each program is played once."""

    def __init__(self, case: Any, reward: Reward, moves: MoveSet, desk: str = "refund") -> None:
        self.case = case
        self.tally = Tally()
        self.field = FIELDS[desk]
        self.names = self.field.signatures(moves)
        self.space = self.field.space(self.names)
        self._reward = reward
        self._seen: set[object] = set()

    def __call__(self, sketch: Sketch) -> Tried | None:
        """Try a sketch; None if its program was tried before, or could not be scored."""
        program = self.write(sketch)
        key = tuple((call.tool, *call.args.values()) for call in program)
        if key in self._seen:
            self.tally.repeated += 1
            return None
        self._seen.add(key)
        return self.again(sketch)

    def write(self, sketch: Sketch) -> Program:
        """Write a sketch for this case."""
        return self.field.written(sketch, self.case, self.names)

    def play(self, program: Program) -> Rollout[Any, Any]:
        """Really play a program on this case."""
        return self.field.stage(program, self.case)

    def again(self, sketch: Sketch) -> Tried | None:
        """Try a sketch, be it for the first time or not; None if it could not be scored."""
        rollout = self.play(self.write(sketch))
        self.tally.acted += bool(rollout.witness and rollout.witness.length)
        score = self.score(rollout)
        if score is None:
            return None
        paid_by = tuple(name for name, value in score.terms.items() if value > 0)
        behaviour = Behaviour(mechanism_of(rollout), paid_by, self.field.did(rollout))
        return Trial(sketch, score.value or 0.0, behaviour, size(sketch))

    def score(self, rollout: Rollout[Any, Any]) -> Score | None:
        """Score a rollout; None, and noted, where that gives no number."""
        self.tally.tried += 1
        try:
            score = self._reward(rollout)
            why = _unusable(score, rollout)
        except Exception as error:  # noqa: BLE001 - a scorer may raise anything
            why = f"it raised {told(error)}"
        if not why:
            return score
        self.tally.unscored += 1
        self.tally.why = self.tally.why or f"a rollout of {self.case.id} was not scored: {why}"
        return None


def _unusable(score: Score, rollout: Rollout[Any, Any]) -> str:
    """Say why a score is none, or nothing; one that died may be left out of the scores."""
    if score.value is None:
        return "" if rollout.failure is not None else score.why or "it gave None"
    return "" if math.isfinite(score.value) else f"it gave {score.value}"
