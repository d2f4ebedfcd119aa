"""What runs in a guest's process: import the file, then play what is asked for."""

from __future__ import annotations

import inspect
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from socket import socket
from typing import Any

import msgspec

from audits.guests import wire
from audits.worlds import Made, World
from desk import AgentHung

MEMORY = 4 << 30
"""Bytes of address space that a guest's process may take."""

Agent = Callable[[Any, Any], object]
"""A user's agent: `function(tools, ticket)`."""


class Hello(msgspec.Struct, frozen=True):
    """The names of the file's agents, or what is wrong with the file."""

    names: list[str]
    problem: str | None = None


class _UnusableError(Exception):
    """Why a guest's file cannot be used."""


def serve(world: World, path: Path, timeout: float, end: socket) -> None:
    """Import the file, then answer requests until the socket closes.

    A request is a number, and an agent with a case to play; None asks for a `Hello`.
    """
    request = msgspec.json.Decoder(tuple[int, tuple[str, world.case] | None])  # type: ignore[name-defined]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    agents, problem = _load(path)
    with suppress(EOFError, OSError):
        while True:
            number, asked = request.decode(wire.receive(end))
            hello = Hello(list(agents), problem)
            made = _timed(world, agents[asked[0]], asked[1], timeout) if asked else hello
            wire.send(end, msgspec.json.encode((number, made)))


def _load(path: Path) -> tuple[dict[str, Agent], str | None]:
    try:
        return _attackers(path), None
    except _UnusableError as error:
        return {}, str(error)
    except BaseException as error:  # noqa: BLE001 - a user's file may raise anything
        return {}, f"importing it failed: {type(error).__name__}: {error}"


def _attackers(path: Path) -> dict[str, Agent]:
    sys.path.append(str(path.resolve().parent))
    spec = spec_from_file_location("clawback_guest", path)
    if spec is None or spec.loader is None:
        raise _UnusableError("it is no Python file (expected a name ending in .py)")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    found: Any = getattr(module, "ATTACKERS", None)
    if not isinstance(found, dict) or not found:
        raise _UnusableError('expected ATTACKERS = {"name": function(tools, ticket)} in it')
    for name, act in found.items():
        _check(name, act)
    return found


def _check(name: object, act: object) -> None:
    """Refuse what could not be named on the command line, or would never really be played."""
    if not (isinstance(name, str) and callable(act)):
        raise _UnusableError(f"ATTACKERS: expected a name and a function; got {name!r}: {act!r}")
    if not name.strip() or "," in name or not name.isprintable():
        raise _UnusableError(f"ATTACKERS: expected a printable name with no comma; got {name!r}")
    if inspect.iscoroutinefunction(act) or inspect.isgeneratorfunction(act):
        raise _UnusableError(
            f"ATTACKERS: {name!r} is an async or generator function, and calling it does nothing; "
            "expected a plain function(tools, ticket)"
        )


def _timed(world: World, act: Agent, case: Any, timeout: float) -> Made:
    """Play under the soft clock: a hang in Python code ends as the agent's own failure."""

    def ring(_signal: int, _frame: object) -> None:
        raise AgentHung(f"no end within {timeout:g} s")

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, timeout)
    try:
        return world.play(act, case)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
