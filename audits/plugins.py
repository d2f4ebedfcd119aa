"""What installed packages add: attackers, adapters and faults, found by entry points.

| group | the entry point names |
| --- | --- |
| `clawback.attackers` | an `Agent` of the refund desk, or a `RewardAttack` |
| `clawback.adapters` | an `Adapter`: one more way to call a reward |
| `clawback.faults` | a `Fault` or a `ScorerFault` |

A plugin that cannot be loaded, or takes a name that is taken, is left out with one warning; it
never stands in for a part of ours. CLAWBACK_NO_PLUGINS=1 leaves all of them out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from attackers import Agent, Role, completions, states, trajectories
from attackers.completions.fair import fair
from attackers.refund import agents as refund_agents
from attackers.rows import Attack, Proposal, RewardAttack, Scene
from attackers.states.readable import on_states
from audits.entry_points import OFF, points, source
from audits.errors import CannotAuditError
from audits.rewards.outcome import Shape
from audits.rules import RULES

if TYPE_CHECKING:
    from audits.dead.fault import Fault, ScorerFault

_HELD: dict[Shape, Callable[[Attack], Attack]] = {
    Shape.TEXT: fair,
    Shape.BATCHED_TEXT: fair,
    Shape.STATE: on_states,
    Shape.TRAJECTORY: lambda attack: attack,
}
"""How an attack is held to its word, by what the reward reads; ours are held so too."""


@dataclass(frozen=True)
class Plugged:
    """One part that a plugin adds."""

    name: str
    source: str
    """The distribution that brings it, and its version."""
    part: Any


def agents() -> dict[str, Agent[Any]]:
    """Return the agents that plugins add to the refund desk, by name."""
    found = (one for one in _attackers() if isinstance(one.part, Agent))
    return {one.name: replace(one.part, name=one.name, source=one.source) for one in found}


def attacks() -> list[Plugged]:
    """Return the attacks on rewards that plugins add."""
    return [one for one in _attackers() if isinstance(one.part, RewardAttack)]


def _attackers() -> list[Plugged]:
    ours = (*completions.ATTACKS, *trajectories.ATTACKS, *states.ATTACKS)
    return _all("clawback.attackers", {*refund_agents(), *map(name_of, ours)})


def name_of(attack: Attack) -> str:
    """Return an attack's name as lists show it."""
    return attack.__name__.replace("_", "-")


def attacks_on(shape: Shape) -> tuple[Attack, ...]:
    """Return those for rewards of a shape, each held to its word and to the table of rules."""
    return tuple(_HELD[shape](_guarded(one)) for one in attacks() if shape.value in one.part.shapes)


def adapters(taken: Container[str]) -> list[Plugged]:
    """Return the ways to call a reward that plugins add."""
    return _all("clawback.adapters", taken)


def faults(taken: Container[str]) -> dict[str, Fault | ScorerFault]:
    """Return the faults that plugins add, by name."""
    return {
        one.name: replace(one.part, name=one.name, source=one.source)
        for one in _all("clawback.faults", taken)
    }


def _kinds(group: str) -> tuple[type, ...]:
    """Return what a group's entry points may name; only what is asked for is imported."""
    if group == "clawback.attackers":
        return (Agent, RewardAttack)
    if group == "clawback.adapters":
        from audits.targets.adapter import Adapter  # noqa: PLC0415

        return (Adapter,)
    from audits.dead.fault import Fault, ScorerFault  # noqa: PLC0415

    return (Fault, ScorerFault)


def _all(group: str, taken: Container[str]) -> list[Plugged]:
    return [one for one in _loaded(group) if not _is_taken(one, taken)]


def _is_taken(one: Plugged, taken: Container[str]) -> bool:
    if one.name not in taken:
        return False
    _warn(one.name, one.source, "clawback has one of that name, which is kept")
    return True


@cache
def _loaded(group: str) -> tuple[Plugged, ...]:
    made: dict[str, Plugged] = {}
    for point in points(group):
        try:
            part = point.load()
            _check(part, group)
            if point.name in made:
                raise TypeError(f"{made[point.name].source} has one of that name already")
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger's module does
            _warn(point.name, source(point), f"{type(error).__name__}: {error}")
        else:
            made[point.name] = Plugged(point.name, source(point), part)
    return tuple(made.values())


def _check(part: object, group: str) -> None:
    """Raise `TypeError` for a part that its group does not take."""
    kinds = _kinds(group)
    if not isinstance(part, kinds):
        names = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(f"{group} takes {names}; got {type(part).__name__}")
    if isinstance(part, Agent) and part.role is not Role.ATTACKER:
        raise TypeError(f"a plugin's agent has the role attacker; got {part.role}")
    if isinstance(part, RewardAttack) and (odd := set(part.shapes) - {*Shape}):
        raise TypeError(f"shapes: expected some of {', '.join(Shape)}; got {', '.join(odd)}")


def _guarded(one: Plugged) -> Attack:
    """Turn what goes wrong in a plugin's attack into an error that names it and the way out."""

    def attack(scene: Scene) -> Iterator[Proposal]:
        try:
            for proposal in one.part.attack(scene):
                if proposal.rule not in RULES:
                    raise LookupError(f"no rule {proposal.rule!r}")
                yield proposal
        except Exception as error:
            raise CannotAuditError(
                f"plugin {one.name} of {one.source}, row {scene.row.index}: "
                f"{type(error).__name__}: {error}; mend it, or leave plugins out with {OFF}=1"
            ) from error

    return attack


_WARNED: set[tuple[str, str]] = set()


def _warn(name: str, source: str, why: str) -> None:
    if (name, source) in _WARNED:
        return
    _WARNED.add((name, source))
    print(f"clawback: plugin {name} of {source} is left out: {why}", file=sys.stderr)  # noqa: T201
