"""What there is, as rows for `clawback list`: each with its name and where it came from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from attackers import Agent
    from audits.plugins import Plugged

OURS = "clawback"

Rows = list[dict[str, str]]


def attackers() -> Rows:
    """List the agents of the desks, then the attacks on rewards by what the reward reads."""
    from attackers import completions, states, trajectories  # noqa: PLC0415 - slow, if asked for
    from attackers.settlement.cheats import agents as settlement_agents  # noqa: PLC0415
    from audits import plugins  # noqa: PLC0415
    from audits.target import all_agents  # noqa: PLC0415

    rows = [*_agents("refund desk", all_agents()), *_agents("settlement desk", settlement_agents())]
    for against, attacks in (
        ("text", completions.ATTACKS),
        ("trajectory", trajectories.ATTACKS),
        ("state", states.ATTACKS),
    ):
        rows += _attacks(against, attacks)
    return [*rows, *map(_plugged, plugins.attacks())]


def _agents(against: str, agents: Mapping[str, Agent[Any]]) -> Iterator[dict[str, str]]:
    for agent in agents.values():
        yield {
            "name": agent.name,
            "against": against,
            "role": agent.role.value,
            "needs": agent.needs.value,
            "source": agent.source,
            "trick": agent.trick,
        }


def _attacks(against: str, attacks: tuple[Callable[..., Any], ...]) -> Iterator[dict[str, str]]:
    for attack in attacks:
        yield {
            "name": attack.__name__.replace("_", "-"),
            "against": f"{against} rewards",
            "role": "attacker",
            "needs": "",  # each of its proposals says by itself what it must know
            "source": OURS,
            "trick": first_line(attack),
        }


def _plugged(one: Plugged) -> dict[str, str]:
    return {
        "name": one.name,
        "against": f"{', '.join(one.part.shapes)} rewards",
        "role": "attacker",
        "needs": "",
        "source": one.source,
        "trick": one.part.trick,
    }


def policies() -> Rows:
    """List the policies of the settlement desk."""
    from attackers.settlement import policies as ours  # noqa: PLC0415

    return [
        {"name": policy.name, "source": policy.source, "trick": policy.trick}
        for policy in ours().values()
    ]


def faults() -> Rows:
    """List the ways for a rollout to die."""
    from audits.dead.registry import everything  # noqa: PLC0415

    return [
        {"name": fault.name, "group": fault.group, "source": fault.source, "what": fault.what}
        for fault in everything().values()
    ]


def laws() -> Rows:
    """List the laws."""
    from audits.laws.registry import LAWS_OF  # noqa: PLC0415

    laws = [law for laws in LAWS_OF.values() for law in laws.values()]
    once = {(law.name, law.applies_to): law for law in laws}
    return [
        {
            "name": law.name,
            "applies to": law.applies_to.value,
            "source": OURS,
            "statement": law.statement,
        }
        for law in once.values()
    ]


def mutators() -> Rows:
    """List the changes that a mutant can carry."""
    from audits.mutants.operators import OPERATORS  # noqa: PLC0415

    return [{"name": one.name, "source": OURS, "what": one.says} for one in OPERATORS]


def adapters() -> Rows:
    """List the ways to call a reward that are known."""
    from audits import plugins  # noqa: PLC0415
    from audits.targets.known import CONVENTIONS  # noqa: PLC0415

    rows = [(name, where, OURS, how) for name, (where, how) in CONVENTIONS.items()]
    for one in plugins.adapters(CONVENTIONS):
        rows.append((one.name, one.part.used_by, one.source, one.part.called))
    return [dict(zip(("name", "in use by", "source", "called"), row, strict=True)) for row in rows]


def rules() -> Rows:
    """List the rules that a finding can break."""
    from audits.rules import RULES  # noqa: PLC0415

    return [
        {"rule": rule.id, "severity": rule.severity.value, "source": OURS, "title": rule.title}
        for rule in RULES.values()
    ]


def first_line(thing: object) -> str:
    """Return the first line of a docstring."""
    return (thing.__doc__ or "").partition("\n")[0]


LISTS: dict[str, Callable[[], Rows]] = {
    one.__name__: one for one in (attackers, policies, faults, laws, mutators, adapters, rules)
}
"""Every list by the word that asks for it."""
