"""What a desk offers to every framework: cases, what a model sees, a score and its parts.

For example `REFUND.chosen("published").score(rollout)`. To give a framework another desk, write an
`Export` of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from attackers.loop import Interface, Opened
from audits import worlds
from audits.desks import desk_of
from audits.rescore.scorers import scored_by
from audits.target import Target
from audits.worlds import World
from desk import Rollout
from scorer import Score

SCORER, CASES = "hardened", "eval"


@dataclass(frozen=True, slots=True)
class Export:
    """A desk, before anybody has chosen a scorer and cases."""

    world: World
    """The desk itself."""
    description: str
    """What it is, for lists of environments."""
    expected: Callable[[Any], str]
    """What a case asks for, in words; for logs."""

    @property
    def name(self) -> str:
        """The desk's name."""
        return self.world.name

    @property
    def interface(self) -> Interface:
        """What a model sees of it."""
        return self.world.interface

    def chosen(self, scorer: str = SCORER, cases: str = CASES, hints: bool = False) -> Chosen:
        """Choose by the command line's names; raises `CannotAuditError` where there is none."""
        target = desk_of(self.name).target(scorer, (), (), cases)
        return Chosen(self, target, self.interface.prompt(hints))

    def opened(self, case: str) -> Opened:
        """Open a case that is written as JSON."""
        return self.interface.open(msgspec.json.decode(case, type=self.world.case))


@dataclass(frozen=True)
class Chosen:
    """A desk with a scorer and cases."""

    desk: Export
    target: Target
    system: str
    """The prompt; the hints are in it where they were asked for."""

    @property
    def cases(self) -> tuple[Any, ...]:
        """The cases."""
        return self.target.cases.cases

    @cached_property
    def by_id(self) -> dict[str, Any]:
        """The cases by their ids."""
        return {case.id: case for case in self.cases}

    def messages(self, case: Any) -> list[dict[str, str]]:
        """Write all that a model is told at first: the prompt, and the case as it is asked."""
        asked = self.desk.interface.asked(case)
        return [{"role": "system", "content": self.system}, {"role": "user", "content": asked}]

    def score(self, rollout: Rollout[Any, Any]) -> Score:
        """Score a rollout; `value` is None where the infrastructure spoilt it."""
        return scored_by(self.target.scorer, rollout)

    def harm(self, rollout: Rollout[Any, Any]) -> dict[str, int]:
        """Measure what went wrong beside the reward, even where the agent died."""
        return self.desk.world.harm(rollout)


def told(rollout: Rollout[Any, Any], score: Score) -> dict[str, Any]:
    """Say of a score what its number does not: the terms, and how the rollout died, if it did."""
    failure = rollout.failure
    return {
        "terms": dict(score.terms),
        "dead": score.dead,
        "why": score.why or "",
        "failure": f"{failure.by} {failure.kind}" if failure else "",
    }


REFUND = Export(
    world=worlds.REFUND,
    description="A refund desk with four tools, where money is lost to timeouts, stale reads, "
    "repeated tickets and other workers. The score is recomputed from the desk's own log.",
    expected=lambda case: f"{case.expect.kind} {case.expect.cents}",
)

SETTLEMENT = Export(
    world=worlds.SETTLEMENT,
    description="A settlement desk with eleven tools and a clock, where four systems are told late "
    "and not always truly what becomes of a payment. The score is recomputed from the desk's own "
    "log.",
    expected=lambda case: case.expect.kind,
)

EXPORTS = (REFUND, SETTLEMENT)
