"""The settlement desk's nine policies, one file each, behind one interface.

A policy's file has a docstring whose first line says what it does, and `act(desk, ticket)`. A
policy must do the same whenever it is told the same: what it was never told cannot matter, and
results are shared between fault arms on the strength of it.
"""

from __future__ import annotations

from functools import cache

from attackers.agent import Agent, Needs, Role, collect
from desk.settlement import Act

_NAMED: dict[str, str] = {
    "gate": "published",
    "optimistic": "published",
    "react": "published",
    "rule-based": "published",
    "majority": "published",
    "patient": "clawback",
    "eager": "clawback",
    "pessimist": "clawback",
    "random": "clawback",
}


@cache
def policies() -> dict[str, Agent[Act]]:
    """Return the nine policies by name, the gate first."""
    modules = collect(_NAMED, __name__)
    return {
        name: Agent(
            name,
            Role.BASELINE,
            Needs.PROMPT,
            (module.__doc__ or "").splitlines()[0],
            module.act,
            source,
        )
        for (name, source), module in zip(_NAMED.items(), modules, strict=True)
    }


__all__ = ["policies"]
