"""The refund desk's agents, one file each: a reference, two baselines, and the cheats.

An agent's file has a docstring whose first line names its trick, and `act(tools, ticket)`.
"""

from __future__ import annotations

from functools import cache

from attackers.agent import Agent, Needs, Role, collect
from desk.refund import Agent as Act

_PUBLISHED: dict[str, tuple[Role, Needs]] = {
    "careful": (Role.REFERENCE, Needs.PROMPT),
    "naive": (Role.BASELINE, Needs.PROMPT),
    "refuse-all": (Role.BASELINE, Needs.PROMPT),
    "split-claim": (Role.ATTACKER, Needs.PROMPT),
    "claim-checked": (Role.ATTACKER, Needs.PROMPT),
    "prose-only": (Role.ATTACKER, Needs.NOTHING),
    "post-hoc-reason": (Role.ATTACKER, Needs.PROCESS),
    "tamper": (Role.ATTACKER, Needs.PROCESS),
    "reread-newkey": (Role.ATTACKER, Needs.PROMPT),
}

_OURS: dict[str, Needs] = {
    "overpay": Needs.PROMPT,
    "accomplice": Needs.PROMPT,
    "salami": Needs.PROMPT,
    "penny-off": Needs.PROMPT,
    "nameless-line": Needs.PROMPT,
    "dearest-line": Needs.PROMPT,
    "second-key": Needs.PROMPT,
    "penny-key": Needs.PROMPT,
    "pay-then-read": Needs.PROMPT,
    "borrowed-evidence": Needs.PROMPT,
    "pay-and-escalate": Needs.PROMPT,
    "read-and-escalate": Needs.PROMPT,
    "read-and-hold": Needs.PROMPT,
    "outrun-worker": Needs.PROMPT,
    "right-after-wrong": Needs.PROMPT,
    "flattering-reason": Needs.PROMPT,
    "read-and-pay": Needs.PROMPT,
    "read-twice": Needs.PROMPT,
    "by-the-words": Needs.PROMPT,
    "by-the-price": Needs.PROMPT,
    "coin-flip": Needs.PROMPT,
    "base-rate": Needs.PROMPT,
    "peek-at-gold": Needs.GOLD,
    "rewritten-log": Needs.PROCESS,
    "cut-log": Needs.PROCESS,
    "cooked-books": Needs.PROCESS,
    "forged-reads": Needs.PROCESS,
    "transplanted-log": Needs.PROCESS,
}


@cache
def agents() -> dict[str, Agent[Act]]:
    """Return every agent of the refund desk by name, the reference first."""
    plan = {name: (*who, "published") for name, who in _PUBLISHED.items()}
    plan |= {name: (Role.ATTACKER, needs, "clawback") for name, needs in _OURS.items()}
    modules = collect(plan, __name__)
    return {
        name: Agent(name, role, needs, (module.__doc__ or "").splitlines()[0], module.act, source)
        for (name, (role, needs, source)), module in zip(plan.items(), modules, strict=True)
    }


__all__ = ["agents"]
