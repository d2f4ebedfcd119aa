"""Whether a scorer made of an edit what it should have: general, whatever desk it was played on."""

from __future__ import annotations

from dataclasses import dataclass

from audits.dust import FLOAT_DUST
from audits.edits.trial import Trial
from scorer import Score


@dataclass(frozen=True, slots=True)
class Judged:
    """A trial, and what the scorer under audit made of it."""

    trial: Trial
    score: Score

    @property
    def cost(self) -> float:
        """What the edit cost, as reward; all of it where nothing was scored."""
        return self.trial.reference.earned - (self.score.value or 0.0)

    @property
    def noticed(self) -> bool:
        """Whether it was paid less than the reference, or called dead, or not scored."""
        return self.score.dead or self.cost > FLOAT_DUST

    @property
    def amiss(self) -> bool:
        """Whether a wrong edit cost nothing, or a harmless one cost something."""
        return self.noticed != self.trial.ruling.standing.must_cost

    @property
    def fallen(self) -> dict[str, float]:
        """The terms that gave less than they gave the reference, with what they gave."""
        before, now = self.trial.reference.score.terms, self.score.terms
        return {
            name: now.get(name, 0.0)
            for name, value in before.items()
            if now.get(name, 0.0) < value - FLOAT_DUST
        }
