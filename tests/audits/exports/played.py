"""What every framework is held against: our agents, scored as `clawback attack` does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from attackers import Needs
from audits.desks import desk_of
from audits.exports.export import REFUND, SETTLEMENT, Export
from audits.target import Target
from desk import Rollout
from scorer import Score
from tests.attackers.loop.models import WORKED, Call


class Played(NamedTuple):
    """A desk in a framework, beside the same desk without it."""

    desk: Export
    unseen: Callable[[Any], set[str]]
    """Texts that would give a case away, beside its id and family."""
    harm: dict[str, str]
    """What is shown as harm, and the metric of ours that it must equal."""
    enough: int
    """Turns in which every agent comes to its end."""

    def target(self, scorer: str = "hardened") -> Target:
        """What `clawback attack --desk` attacks."""
        return _target(self.desk.name, scorer)

    @property
    def cases(self) -> tuple[Any, ...]:
        return self.target().cases.cases

    @property
    def playable(self) -> list[str]:
        """Agents that do no more than a model can: they make calls."""
        able = (Needs.NOTHING, Needs.PROMPT)
        return [name for name, agent in self.target().agents.items() if agent.needs in able]

    def rollout(self, agent: str, case: str) -> Rollout[Any, Any]:
        """What the agent does at the case by itself."""
        return _rollout(self.desk.name, agent, case)

    def score(self, scorer: str, agent: str, case: str) -> Score:
        """What that earns."""
        return self.target(scorer).scorer.score(self.rollout(agent, case))

    def measured(self, scorer: str, agent: str, case: str) -> dict[str, int]:
        """What went wrong beside that."""
        found = self.target(scorer).scorer.measure(self.rollout(agent, case))
        return {shown: found[name] for shown, name in self.harm.items()}

    def work(self, agent: str, case: Any, call: Call) -> str | None:
        """Let an agent work a case by calls that somebody else answers."""
        return WORKED[self.desk.name](agent, self.desk.interface.asked(case), call)

    def hidden(self, case: Any) -> set[str]:
        """Texts that would give a case away."""
        return {case.id, case.family, *self.unseen(case)}


@cache
def _target(desk: str, scorer: str) -> Target:
    return desk_of(desk).target(scorer, (), (), "eval")


@cache
def _rollout(desk: str, agent: str, case: str) -> Rollout[Any, Any]:
    target = _target(desk, "hardened")
    found = next(one for one in target.cases.cases if one.id == case)
    return target.play(target.agents[agent].act, found)


def _refund(case: Any) -> set[str]:
    return {f'"{case.expect.kind}"'} | {row.key for row in case.priors}


def _settlement(case: Any) -> set[str]:
    seed = str(case.task.schedule_seed)
    return {seed, "schedule_seed", "resolves_at", "retry_works", "settles", "charged_back"}


SCORED = (("refund", "hardened"), ("refund", "published"), ("settlement", "hardened"))
"""Each desk with each of its scorers."""

PLAYED = {
    "refund": Played(
        REFUND,
        _refund,
        {
            "duplicates": "duplicate_effects",
            "over_cap_cents": "unauthorized_cents",
            "unowed_cents": "unowed_cents",
        },
        12,
    ),
    "settlement": Played(
        SETTLEMENT,
        _settlement,
        {"harm": "harm", "premature": "premature", "excess_loss_cents": "excess_loss_cents"},
        100,
    ),
}
