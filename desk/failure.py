"""How a rollout died: what happened, and whose doing it was.

Owns the vocabulary and the one place that says by whom each kind is caused. A world or a loop
raises plain exceptions; `died` turns one into the value that the rollout carries.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from desk.frozen import FrozenDict


class By(StrEnum):
    """Who caused a failure: the agent under test, or everything around it."""

    AGENT = "agent"
    INFRASTRUCTURE = "infrastructure"


class Kind(StrEnum):
    """What ended the rollout early."""

    AGENT_ERROR = "agent_error"
    """The agent's own code raised, or left the interpreter."""
    AGENT_HUNG = "agent_hung"
    """The agent's own code went past its clock, in seconds of wall time."""
    TURN_LIMIT = "turn_limit"
    """The agent used all its turns without ending."""
    BAD_CALL = "bad_call"
    """The agent asked for a call that cannot be read as one, or wrote what is no text."""
    CUT_OFF = "cut_off"
    """The agent's answer was cut short: at a limit of tokens, or by a content filter."""
    UNAUTHORIZED = "unauthorized"
    """The model's endpoint answered 401 or 403."""
    PAYMENT_REQUIRED = "payment_required"
    """The model's endpoint answered 402."""
    RATE_LIMITED = "rate_limited"
    """The model's endpoint answered 429."""
    SERVER_ERROR = "server_error"
    """The model's endpoint answered 5xx, or another status that no retry cures."""
    BAD_RESPONSE = "bad_response"
    """The endpoint's answer could not be read: garbage, or half a body."""
    TIMEOUT = "timeout"
    """The endpoint did not answer in time."""
    CONNECTION = "connection"
    """The connection could not be made, or dropped."""
    TOOL_ERROR = "tool_error"
    """A tool raised instead of answering."""
    WORKER_KILLED = "worker_killed"
    """The process that ran the rollout went away."""
    NOT_STARTED = "not_started"
    """The case was planned and never begun."""
    LOG_LOST = "log_lost"
    """The world's log did not reach the record."""


_BY_AGENT = frozenset(
    {Kind.AGENT_ERROR, Kind.AGENT_HUNG, Kind.TURN_LIMIT, Kind.BAD_CALL, Kind.CUT_OFF}
)

BY: FrozenDict[By] = FrozenDict(
    {kind: By.AGENT if kind in _BY_AGENT else By.INFRASTRUCTURE for kind in Kind}
)
"""For each kind, whose failure it is."""


AT_A_LIMIT = frozenset({Kind.AGENT_HUNG, Kind.TURN_LIMIT, Kind.CUT_OFF})
"""Kinds by which a rollout was stopped at a limit of time, turns or tokens."""


class Failure(msgspec.Struct, frozen=True):
    """A rollout's death. Raises `ValueError` where `by` is not `BY[kind]`, as a kept line may."""

    kind: Kind
    by: By
    detail: str = ""

    def __post_init__(self) -> None:
        if self.by != BY[self.kind]:
            raise ValueError(f"by: expected {BY[self.kind]} of {self.kind}, got {self.by}")


class DiedError(Exception):
    """Raised by an agent's loop to end its rollout with a failure that it has classified."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(f"{failure.kind}: {failure.detail}")
        self.failure = failure


def died(kind: Kind, detail: str | BaseException = "") -> Failure:
    """Build the failure of `kind`, attributed by the one table `BY`."""
    if isinstance(detail, BaseException):
        detail = told(detail)
    return Failure(kind, BY[kind], detail[:500].encode("utf-8", "replace").decode())


def told(error: BaseException) -> str:
    """Write an exception as `Type: message`, and by its type alone where it cannot be written."""
    name = type(error).__name__
    try:
        text = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - an agent's own exception may not even be printable
        return name
    return f"{name}: {text}" if text else name


class AgentHung(BaseException):
    """Raised inside an agent by whoever holds its clock; not an Exception, so that it gets out."""
