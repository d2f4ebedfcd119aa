"""Who sits down to play: our own agents in this process, a user's in a process of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from attackers import Agent, Needs, Role
from audits.errors import CannotAuditError, unknown
from audits.guests import GuestFile, Lost
from audits.target import Target
from desk import Rollout

Played = Iterator[Rollout[Any, Any] | Lost]


@dataclass(frozen=True, slots=True)
class Seat:
    """An agent, and how its rollouts are made."""

    agent: Agent[Any]
    play: Callable[[Iterable[Any]], Played]


def seats(target: Target, guests: GuestFile | None = None) -> list[Seat]:
    """Seat every agent of the target's desk, then a user's own.

    Raises `CannotAuditError` where a user's name is taken: core names cannot be shadowed.
    """
    ours = [Seat(agent, partial(_play_here, target, agent.act)) for agent in target.agents.values()]
    if guests is None:
        return ours
    if taken := [name for name in guests.names if name in target.agents]:
        raise CannotAuditError(
            f"--attackers: {taken[0]!r} is the name of an agent of ours; give yours another"
        )
    return ours + [Seat(_guest(name), partial(guests.play, name)) for name in guests.names]


def select(all_seats: list[Seat], only: str | None) -> list[Seat]:
    """Keep the agents named in `only` (comma separated), and the reference, which is the control.

    Raises `CannotAuditError` for a name that no agent has, and for a list that names none.
    """
    if only is None:
        return all_seats
    names = {name.strip() for name in only.split(",") if name.strip()}
    known = [seat.agent.name for seat in all_seats]
    for name in names:
        if name not in known:
            raise unknown("--only", name, known)
    if not names:
        raise CannotAuditError(f"--only: expected agent names, comma separated; got {only!r}")
    return [
        seat for seat in all_seats if seat.agent.name in names or seat.agent.role is Role.REFERENCE
    ]


def _play_here(target: Target, act: Any, cases: Iterable[Any]) -> Played:
    return (target.play(act, case) for case in cases)


def _guest(name: str) -> Agent[Any]:
    return Agent(name, Role.ATTACKER, Needs.PROCESS, "from a user's file", _not_here, "user")


def _not_here(_tools: object, _ticket: object) -> str:
    raise RuntimeError("a user's agent is played in a process of its own, never in this one")
