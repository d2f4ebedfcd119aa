"""What goes over the pipe to the worker: a call, and what the worker says came of it."""

from __future__ import annotations

import signal
from typing import Any

import msgspec

from audits.errors import one_line
from audits.rewards.outcome import Kind, Outcome
from audits.targets.process import GoneError


class Call(msgspec.Struct, frozen=True):
    """One call of the target: its arguments, and how many samples it scores."""

    kwargs: dict[str, Any] = {}
    args: list[Any] = []
    samples: int = 1
    batched: bool = False
    adapter: str = ""
    """What builds a framework's objects in the worker; the same for all calls of a request."""
    watch: bool = False
    """Whether to say, in place of the score, which arguments the target changed, if any."""
    trace: bool = False
    """Whether to say, in place of the score, on which line the target came back."""


class Told(msgspec.Struct, array_like=True, frozen=True):
    """One outcome as the worker writes it."""

    kind: Kind
    what: float | str = ""


class Reply(msgspec.Struct, frozen=True):
    """What a worker says of a batch: some outcomes, or how the child ended that made the calls."""

    token: str
    out: list[list[Told]] = []
    done: bool = False
    """Whether the child has made as many calls as it wanted to."""
    files: list[str] = []
    """What the child read that its parent had not."""
    ended: int | None = None


def lost(call: Call, why: str) -> list[Outcome]:
    """Make the outcomes of a call that never came back."""
    return [Outcome(Kind.LOST, None, why)] * call.samples


def outcome(told: Told) -> Outcome:
    """Read one outcome. Raises `GoneError` for what no worker writes."""
    if told.kind is not Kind.VALUE:
        return Outcome(told.kind, None, one_line(str(told.what)))
    if isinstance(told.what, str):
        raise GoneError("something else wrote into the reply pipe")
    return Outcome(told.kind, told.what)


def how(code: int) -> str:
    """Say how a child ended, by its exit code, or its signal as a negative number."""
    if code < 0:
        did = "stopped itself with" if -code in STOPS else "was killed by"
        return f"the call {did} {_signal(-code)}"
    if code == BROKEN:
        return (
            "the call broke its own way back: it closed the reply pipe, or nothing works any more"
        )
    return f"the call left the process with exit code {code}"


STOPS = (signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
"""What a process goes to sleep of, until it is told to go on."""

BROKEN = 70
"""The exit code of a child that could not write its replies."""


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
