"""Agents from a user's file, played in a process of their own.

A guest may hang, exit, print, or eat memory: none of that may reach the audit. The file is
imported and played in a forked child with its output closed, a soft clock inside and a hard one
outside; rollouts come back as JSON through a pipe and are read strictly. A rollout that does not
come back is `Lost`, never a score.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from audits.errors import CannotAuditError
from desk.refund import Agent, AgentHung, Case, RefundRollout, play

DEFAULT_TIMEOUT = 10.0
"""Seconds of wall time that one rollout of a guest may take."""

IMPORT_TIMEOUT = 30.0
"""Seconds of wall time that importing the guest's file may take."""

GRACE = 2.0
"""Seconds between the soft clock inside the child and the hard one outside."""

MEMORY = 4 << 30
"""Bytes of address space that a guest's process may take."""

GIVE_UP = 3
"""Rollouts that an agent may lose in a row before the rest of its cases are not tried."""

_read = msgspec.json.Decoder(RefundRollout).decode


@dataclass(frozen=True, slots=True)
class Lost:
    """A rollout that never came back, and why."""

    case: Case
    why: str


class _UnusableError(Exception):
    """Why a guest's file cannot be used."""


class _Child:
    """One process that plays the agents of one file."""

    def __init__(self, path: Path, timeout: float) -> None:
        fork = multiprocessing.get_context("fork")
        self._timeout = timeout
        self._pipe, far = fork.Pipe()
        self._process = fork.Process(target=_serve, args=(path, far, timeout), daemon=True)
        self._process.start()
        far.close()

    def ask(self, message: object, wait: float) -> bytes | None:
        """Send a request; return the answer, or None if none came within `wait` seconds."""
        try:
            self._pipe.send_bytes(msgspec.json.encode(message))
            return self._pipe.recv_bytes() if self._pipe.poll(wait) else None
        except (EOFError, OSError):
            return None

    def stop(self) -> str:
        """Kill the process and say how it was found."""
        self._process.join(0.05)
        code = self._process.exitcode
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid or 0, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._pipe.close()
        if code is None:
            return f"no answer within {self._timeout:g} s"
        return f"the process left with exit code {code}"


class GuestFile:
    """A user's `ATTACKERS = {"name": fn}`, each `fn(tools, ticket)`. Use as a context manager."""

    def __init__(self, path: Path, timeout: float = DEFAULT_TIMEOUT) -> None:
        if not path.is_file():
            raise CannotAuditError(f"--attackers: expected a Python file; got {str(path)!r}")
        self._path, self._timeout = path, timeout
        self._child: _Child | None = None
        self.names = self._hello()

    def __enter__(self) -> GuestFile:
        """Enter; the child is started when it is needed."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop the child."""
        self._drop()

    def _hello(self) -> list[str]:
        answer = self._ask(None, IMPORT_TIMEOUT)
        if answer is None:
            raise CannotAuditError(f"--attackers {self._path}: importing it failed: {self._drop()}")
        names, problem = msgspec.json.decode(answer, type=tuple[list[str], str | None])
        if problem:
            self._drop()
            raise CannotAuditError(f"--attackers {self._path}: {problem}")
        return names

    def play(self, name: str, cases: Iterable[Case]) -> Iterator[RefundRollout | Lost]:
        """Play one agent on each case; give up on it after `GIVE_UP` losses in a row."""
        streak: list[str] = []
        for case in cases:
            if len(streak) == GIVE_UP:
                yield Lost(case, f"not tried after {GIVE_UP} losses: {streak[-1]}")
                continue
            made = self._play(name, case)
            streak = [*streak, made.why] if isinstance(made, Lost) else []
            yield made

    def _play(self, name: str, case: Case) -> RefundRollout | Lost:
        answer = self._ask((name, case), self._timeout + GRACE)
        if answer is None:
            return Lost(case, self._drop())
        try:
            made = _read(answer)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._drop()
            return Lost(case, f"its process answered something that is no rollout: {error}")
        if made.case != case:
            self._drop()
            return Lost(case, "its process answered for another case")
        return made

    def _ask(self, message: object, wait: float) -> bytes | None:
        if self._child is None:
            self._child = _Child(self._path, self._timeout)
            if message is not None and self._child.ask(None, IMPORT_TIMEOUT) is None:
                return None
        return self._child.ask(message, wait)

    def _drop(self) -> str:
        child, self._child = self._child, None
        return child.stop() if child else "it was never started"


def _serve(path: Path, pipe: Connection, timeout: float) -> NoReturn:
    """Be the child: import the file, then play what is asked for, until the pipe closes."""
    _shut_in()
    agents, problem = _load(path)
    with suppress(EOFError, OSError):
        while True:
            asked = msgspec.json.decode(pipe.recv_bytes(), type=tuple[str, Case] | None)
            if asked is None:
                pipe.send_bytes(msgspec.json.encode((list(agents), problem)))
            else:
                pipe.send_bytes(_timed(agents[asked[0]], asked[1], timeout).to_json())
    os._exit(0)


def _shut_in() -> None:
    """Close the terminal to the guest, bound its memory, and keep its children together."""
    os.setsid()
    void = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(void, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


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
        if not (isinstance(name, str) and name and callable(act)):
            raise _UnusableError(
                f"ATTACKERS: expected a name and a function; got {name!r}: {act!r}"
            )
    return found


def _timed(act: Agent, case: Case, timeout: float) -> RefundRollout:
    """Play under the soft clock: a hang in Python code ends as the agent's own failure."""

    def ring(_signal: int, _frame: object) -> None:
        raise AgentHung(f"no end within {timeout:g} s")

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, timeout)
    try:
        return play(act, case)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
