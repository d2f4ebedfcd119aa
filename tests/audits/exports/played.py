"""What every framework is held against: our agents on our desk, scored by our scorers."""

from __future__ import annotations

from functools import cache
from typing import Any

from attackers import Needs
from attackers.refund import agents
from desk.refund import RefundRollout, eval_cases, play
from scorer import Score, hardened, published

CASES = eval_cases().cases
SCORERS = {"hardened": hardened(), "published": published()}
PLAYABLE = [
    name for name, agent in agents().items() if agent.needs in (Needs.NOTHING, Needs.PROMPT)
]
"""Agents that do no more than a model can: they make calls."""


@cache
def rollout(agent: str, case: str) -> RefundRollout:
    """What the agent does at the case by itself."""
    return play(agents()[agent].act, next(one for one in CASES if one.id == case))


def score(scorer: str, agent: str, case: str) -> Score:
    """What that earns."""
    return SCORERS[scorer].score(rollout(agent, case))


def hidden(case: Any) -> set[str]:
    """Texts that would give a case away: its id, family and expectation, and keys of prior rows."""
    return {case.id, case.family, f'"{case.expect.kind}"'} | {row.key for row in case.priors}
