"""The record that everything exchanges: one full run of one agent against one case.

Owns the shape; knows no world. `Case` and `End` are the world's own types (for the refund desk
`desk.refund.Case` and `desk.refund.End`). A rollout is made once, when its episode closes, and
cannot be changed after that; it goes through JSON and back without loss.

Messages are OpenAI chat messages, arguments and tool results as JSON text, so that they are read
by whatever reads those. They are what the agent said: never evidence.
"""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

import msgspec

from desk.failure import By, Failure
from desk.ledger import GENESIS, Entry
from desk.witness import Witness, log_fault

CaseT = TypeVar("CaseT")
EndT = TypeVar("EndT")


class Function(msgspec.Struct, frozen=True):
    """The tool that was asked for; `arguments` is JSON text as the agent gave it."""

    name: str
    arguments: str


class ToolCall(msgspec.Struct, frozen=True):
    """One tool call in an assistant's message."""

    id: str
    function: Function
    type: Literal["function"] = "function"


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """One chat message; `tool_call_id` is set on a tool's answer only."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Which model a rollout was played by, as which of its repeats, and what that took."""

    model: str
    harness: str
    """What turned the model into an agent, with its version and settings."""
    tasks: str
    """Which cases were played, with their digest."""
    rollout: int = 0
    """Which repeat of its case, from 0."""
    planned: int = 1
    """How many repeats of its case were planned."""
    generated_tokens: int | None = None
    """As the endpoint counted; None if it did not."""


class Rollout(msgspec.Struct, Generic[CaseT, EndT], frozen=True, kw_only=True):
    """One full run of one agent against one case."""

    case: CaseT
    """What the agent was put before, as the world knew it."""
    messages: tuple[Message, ...] = ()
    """What was said: ticket, tool calls, tool results, the agent's last words."""
    log: tuple[Entry, ...] = ()
    """What happened, written by the world."""
    end: EndT | None = None
    """The world's end state; None if no world was ever opened for this case."""
    witness: Witness | None = None
    """The world's own memory of its log; None if it left none."""
    failure: Failure | None = None
    """How the rollout died; None if it ended by itself."""
    truncated: bool = False
    """True if it was stopped at a limit of turns, tokens or time."""
    source: Source | None = None
    """Who played it; None for an agent of ours. Nothing that is scored."""

    @property
    def spoilt(self) -> bool:
        """Whether the infrastructure ended it: then it says nothing of the agent."""
        return self.failure is not None and self.failure.by is By.INFRASTRUCTURE

    def log_fault(self) -> str | None:
        """Say why the log is not the one that the world wrote, or None when it verifies."""
        return log_fault(self.case, self.log, self.end, self.witness)

    @property
    def signed_elsewhere(self) -> bool:
        """Whether its witness does not verify here, and only the key of another may be why."""
        witness, log = self.witness, self.log
        if witness is None or self.log_fault() is None:
            return False
        return (witness.length, witness.head) == (len(log), log[-1].hash if log else GENESIS)

    def to_json(self) -> bytes:
        """Return the rollout as one line of JSON (no newline)."""
        return msgspec.json.encode(self)


RolloutT = TypeVar("RolloutT", bound=Rollout[Any, Any])


def read_rollout(line: bytes | str, kind: type[RolloutT]) -> RolloutT:
    """Read one rollout back, e.g. `read_rollout(line, desk.refund.RefundRollout)`.

    Raises `msgspec.ValidationError` or `msgspec.DecodeError`, which name the field and what was
    expected of it.
    """
    rollout: RolloutT = msgspec.json.decode(line, type=kind)
    return rollout
