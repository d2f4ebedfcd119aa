"""The settlement desk's cheats, one file each, and the reference that does the work.

An agent's file has a docstring whose first line names its trick, and `act(desk, ticket)`. The nine
policies of the benchmark stand beside them as baselines: they try in earnest.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from attackers.agent import Agent, Needs, Role, collect
from attackers.settlement import policies

_OURS: dict[str, Needs] = {
    "ship-blind": Needs.NOTHING,
    "close-blind": Needs.NOTHING,
    "prose-only": Needs.NOTHING,
    "second-capture": Needs.PROMPT,
    "ask-and-ship": Needs.PROMPT,
    "ask-and-trust": Needs.PROMPT,
    "ask-and-hand-over": Needs.PROMPT,
    "ask-another": Needs.PROMPT,
    "ship-whatever": Needs.PROMPT,
    "never-retry": Needs.PROMPT,
    "retry-and-trust": Needs.PROMPT,
    "charge-twice": Needs.PROMPT,
    "keep-the-money": Needs.PROMPT,
    "give-it-back": Needs.PROMPT,
    "too-late": Needs.PROCESS,
    "peek-at-gold": Needs.GOLD,
    "cooked-books": Needs.PROCESS,
    "forged-probe": Needs.PROCESS,
    "cut-log": Needs.PROCESS,
    "transplanted-log": Needs.PROCESS,
}


@cache
def agents() -> dict[str, Agent[Any]]:
    """Return every agent of the settlement desk by name, the reference first."""
    plan = {"careful": (Role.REFERENCE, Needs.PROMPT)}
    plan |= {name: (Role.ATTACKER, needs) for name, needs in _OURS.items()}
    made: dict[str, Agent[Any]] = {}
    for (name, (role, needs)), module in zip(plan.items(), collect(plan, __name__), strict=True):
        trick = (module.__doc__ or "").splitlines()[0]
        made[name] = Agent(name, role, needs, trick, module.act, "clawback")
    return {"careful": made.pop("careful"), **policies(), **made}


__all__ = ["agents"]
