"""The runs that faults strike, and the honest failures that a dead one must not outdo."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from attackers import Agent, Role
from attackers.loop import Complete, Schema
from attackers.program import Program, agent_of, program_of
from desk import Message, Rollout
from desk.refund import Agent as Act
from desk.refund import Case, RefundRollout, play, wrongs

REFERENCE = "reference"
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Base:
    """A run as it would have been: of the reference, or of an agent that did nothing."""

    name: str
    rollout: Rollout[Any, Any]
    reference: Any
    """The agent that does the work, whichever run this is."""

    @property
    def case(self) -> Any:
        """The case that is worked."""
        return self.rollout.case

    @property
    def calls(self) -> Program:
        """The tool calls it makes."""
        return program_of(self.rollout)

    @property
    def script(self) -> tuple[Message, ...]:
        """What a model has to say for it, turn by turn: one message a call, then last words."""
        said = [message for message in self.rollout.messages if message.role == "assistant"]
        closed = bool(said) and not said[-1].tool_calls
        return tuple(said if closed else [*said, Message("assistant")])


def bases(reference: Act, case: Case) -> tuple[Base, Base]:
    """Make the two runs of a case."""
    idle = agent_of((), "I looked into it.")
    return (
        Base(REFERENCE, play(reference, case), reference),
        Base(NOTHING, play(idle, case), reference),
    )


def scripted(base: Base) -> Complete:
    """Return the model that says what the base's script says, whatever it is answered."""
    script = base.script

    def complete(messages: Sequence[Message], _tools: Sequence[Schema]) -> Message:
        return script[turn(messages)]

    return complete


def turn(messages: Iterable[Message]) -> int:
    """Count the turns that a model has had."""
    return sum(message.role == "assistant" for message in messages)


def honest_failures(agents: Iterable[Agent[Act]], case: Case) -> list[RefundRollout]:
    """Play what fails a case in earnest: the baselines, and the reference stopping early.

    Only what is wrong on this case is kept: where nothing is owed, stopping after both reads is
    right.
    """
    acts = [agent.act for agent in agents if agent.role is Role.BASELINE]
    for agent in agents:
        if agent.role is Role.REFERENCE:
            calls = program_of(play(agent.act, case))
            acts += [agent_of(calls[:count]) for count in range(1, len(calls))]
    return [made for act in acts if wrongs(made := play(act, case))]


CaseT = TypeVar("CaseT")


def first_of_each(cases: Iterable[CaseT], key: Callable[[CaseT], Hashable]) -> tuple[CaseT, ...]:
    """Keep the first case for each value of `key`, in their order."""
    found: dict[Hashable, CaseT] = {}
    for case in cases:
        found.setdefault(key(case), case)
    return tuple(found.values())
