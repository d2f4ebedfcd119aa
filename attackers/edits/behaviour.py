"""What is edited: a program with its last words, and what is done to the log once it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from attackers.program import Call, Program, agent_of, program_of, words_of
from desk.refund import Case, RefundRollout, Ticket, Tools, play

READS = ("lookup_order", "refund_history")
ACTS = ("issue_refund", "escalate")

Change: TypeAlias = Callable[[Call], Call | Iterable[Call]]
"""What becomes of one call: another call, several, or none."""

Tamper: TypeAlias = Callable[[Tools], None]
"""Reaches around the tools, into the process that runs the world."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What an agent does on one case, start to end."""

    case: Case
    program: Program
    words: str = ""
    tamper: Tamper | None = None

    @property
    def payments(self) -> tuple[Call, ...]:
        """The calls that ask for a payment."""
        return tuple(call for call in self.program if call.tool == "issue_refund")

    @property
    def escalates(self) -> bool:
        """Whether a person is called."""
        return any(call.tool == "escalate" for call in self.program)

    def but(self, program: Iterable[Call]) -> Behaviour:
        """Return this behaviour with another program."""
        return replace(self, program=tuple(program))

    def saying(self, words: str) -> Behaviour:
        """Return this behaviour with other last words."""
        return replace(self, words=words)

    def then(self, tamper: Tamper) -> Behaviour:
        """Return this behaviour with something done to the log after its last call."""
        return replace(self, tamper=tamper)

    def on(self, tools: str | tuple[str, ...], change: Change) -> Behaviour:
        """Return this behaviour with a change made to each call of these tools."""
        tools = (tools,) if isinstance(tools, str) else tools
        changed: list[Call] = []
        for call in self.program:
            made = change(call) if call.tool in tools else call
            changed += (made,) if isinstance(made, Call) else made
        return self.but(changed)

    def play(self) -> RefundRollout:
        """Really do it, on a fresh desk."""
        act = agent_of(self.program, self.words)

        def agent(tools: Tools, ticket: Ticket) -> str | None:
            words = act(tools, ticket)
            if self.tamper is not None:
                self.tamper(tools)
            return words

        return play(agent, self.case)


def behaviour_of(rollout: RefundRollout) -> Behaviour:
    """Record what the agent of a rollout did, so that it can be done again, changed."""
    return Behaviour(rollout.case, program_of(rollout), words_of(rollout))
