"""Everything that died, as one batch: does the aggregate count what was planned, scored, dead?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from audits.aggregate import Aggregate
from audits.dead.judge import Outcome, Struck
from audits.dead.told import replay
from audits.findings import Finding, Reach, finding
from scorer import Score

Aggregates: TypeAlias = Callable[[Sequence[Score], int], Aggregate]
"""Sums up the scores of a batch of so many planned rollouts."""


@dataclass(slots=True)
class Batch:
    """The rollouts that died by their own record, and what they were scored."""

    died: int = 0
    scores: list[Score] = field(default_factory=list)
    hidden: Struck | None = None
    """The first that cannot be told from a live one by its score."""

    def add(self, struck: Struck, made: Outcome) -> None:
        """Add one; what raised gave no score."""
        self.died += 1
        if made.score is not None:
            self.scores.append(made.score)
            if not made.labelled:
                self.hidden = self.hidden or struck

    def summary(self, sums: Aggregates) -> Aggregate | None:
        """Sum the batch up; None if nothing died."""
        return sums(self.scores, self.died) if self.died else None

    def misses(self, summary: Aggregate) -> str | None:
        """Say what the aggregate gets wrong, or None."""
        scored = sum(score.value is not None for score in self.scores)
        truth = {"planned": self.died, "scored": scored, "dead": self.died}
        wrong = [name for name, count in truth.items() if getattr(summary, name) != count]
        return ", ".join(wrong) or None

    def finding(self, sums: Aggregates, arguments: str) -> Finding | None:
        """Write the finding that the aggregate hides deaths, if it does."""
        if (summary := self.summary(sums)) is None or not (wrong := self.misses(summary)):
            return None
        return finding(
            "D206",
            f"the aggregate of {self.died} rollouts, all of them dead, counts {summary.dead} dead",
            f"wrong: {wrong}",
            case=self.hidden.case if self.hidden else None,
            earned=summary.mean,
            reach=Reach(self.died - summary.dead, self.died),
            counterexample={"died": self.died, **msgspec.structs.asdict(summary)},
            replay=replay(arguments, self.hidden) if self.hidden else f"clawback faults{arguments}",
        )
