"""Runs of the settlement desk that faults strike, and what fails a case there in earnest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attackers import Role
from attackers.program import Program, program_of
from audits.dead.bases import NOTHING, REFERENCE, Base, first_of_each
from audits.dead.strikes import Runs
from desk import Rollout
from desk.settlement import SettlementCase, SettlementDesk, Ticket, record, wrongs

EARLY = 8
"""Calls after which a reference that stops early stops; every later stop is its like."""


def runs(reference: Any, cases: Sequence[SettlementCase], all_cases: bool = False) -> Runs:
    """Make the runs: one case of each archetype and each end that is asked for, or all cases."""
    few = first_of_each(cases, lambda case: (case.family, case.expect.kind))
    made = [base for case in (cases if all_cases else few) for base in _bases(reference, case)]
    return Runs(tuple(made), tuple(made), wrongs)


def _bases(reference: Any, case: SettlementCase) -> tuple[Base, Base]:
    idle = making(())
    return (
        Base(REFERENCE, record(reference, case), reference),
        Base(NOTHING, record(idle, case), reference),
    )


def making(
    program: Program, before: Callable[[int], None] = lambda _at: None
) -> Callable[[SettlementDesk, Ticket], str]:
    """Return the agent that makes these calls; `before` is told of each, and of the end."""

    def act(desk: SettlementDesk, _ticket: Ticket) -> str:
        for at, call in enumerate(program):
            before(at)
            getattr(desk, call.tool)(*call.args.values())
        before(len(program))
        return "I looked into it."

    return act


def honest_failures(agents: Iterable[Any], case: SettlementCase) -> list[Rollout[Any, Any]]:
    """Play the baselines, and the reference stopping early; what is right on this case is left out.

    A policy whose code dies is none: the audit's own strikes are what is dead here.
    """
    acts: list[Any] = []
    for agent in agents:
        if agent.role is Role.BASELINE:
            acts.append(agent.act)
        elif agent.role is Role.REFERENCE:
            calls = program_of(record(agent.act, case))
            acts += [making(calls[:count]) for count in range(1, min(len(calls), EARLY))]
    made = [record(act, case) for act in acts]
    return [one for one in made if one.failure is None and wrongs(one)]
