"""A behaviour of the refund desk as data: a program is the tool calls of a rollout, in order.

Whoever changes behaviour (edits), makes it up (search) or states what must hold of it (laws) works
on programs and really plays them: `play(agent_of(program), case)`. A program does not react to what
the tools answer, and that is its point: nothing happens but what it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from desk import FrozenDict, Rollout
from desk.refund import SIGNATURES, Agent, Ticket, Tools


class Call(msgspec.Struct, frozen=True):
    """One tool call. Calls are equal, and hash alike, when tool and arguments are the same."""

    tool: str
    args: Mapping[str, Any]
    """The arguments by name; closed when the call is made, so that a program stays what it is."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "args", FrozenDict(self.args))

    def __hash__(self) -> int:
        return hash((self.tool, frozenset(self.args)))

    def but(self, **args: Any) -> Call:
        """Return this call with some arguments put in place of its own."""
        return Call(self.tool, {**self.args, **args})


Program: TypeAlias = tuple[Call, ...]
"""The tool calls of one rollout, in order; the empty program does nothing."""

_read_args = msgspec.json.Decoder(dict[str, Any]).decode


def agent_of(program: Program, words: str = "") -> Agent:
    """Return the agent that makes exactly these calls and then says `words`.

    Raises `ValueError` for a tool that the desk does not have. A call whose arguments the tool
    does not take ends the rollout there, as the agent's own error.
    """
    for call in program:
        if call.tool not in SIGNATURES:
            raise ValueError(f"tool: expected one of {', '.join(SIGNATURES)}; got {call.tool!r}")

    def act(tools: Tools, _ticket: Ticket) -> str:
        for call in program:
            getattr(tools, call.tool)(**call.args)
        return words

    return act


def program_of(rollout: Rollout[Any, Any]) -> Program:
    """Record the calls that a rollout's agent made, those that the desk refused included."""
    return tuple(
        Call(asked.function.name, _read_args(asked.function.arguments))
        for message in rollout.messages
        for asked in message.tool_calls
    )


def words_of(rollout: Rollout[Any, Any]) -> str:
    """Return the agent's last words, or nothing if a rollout ended without any."""
    last = rollout.messages[-1] if rollout.messages else None
    return last.content if last and last.role == "assistant" and not last.tool_calls else ""
