"""Processes below ours: shut in, tied to us, and ended."""

from __future__ import annotations

import builtins
import os
import resource
import signal
from contextlib import suppress

try:
    import ctypes
except ImportError:  # some builds of Python have none; what it serves is a second net
    ctypes = None  # type: ignore[assignment]

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others

_LIBC = ctypes and ctypes.CDLL(None)


def shut_in(memory: int) -> None:
    """Take the terminal away, and bound what a process and its children may take."""
    void = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(void, stream)
    for what, limit in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 1 << 28),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (limit, limit))
    _control(38, 1)  # PR_SET_NO_NEW_PRIVS


def tie(signal_number: int) -> None:
    """Have this process told when its parent dies, and orphans below it handed to it."""
    _control(1, signal_number)  # PR_SET_PDEATHSIG
    _control(36, 1)  # PR_SET_CHILD_SUBREAPER


def _control(what: int, value: int) -> None:
    with suppress(OSError, AttributeError, TypeError):
        _LIBC.prctl(what, value, 0, 0, 0)


def sweep(spared: list[int]) -> None:
    """Kill and reap all children but some, and what is handed to us of theirs, until none is."""
    while left := [pid for pid in children() if pid not in spared]:
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        for pid in left:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def children() -> list[int]:
    """Name our children, dead ones that nobody has reaped included."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and _is_ours(name)]
    except (ChildProcessError, FileNotFoundError, AttributeError):  # none, or not on Linux
        return []


def _is_ours(pid: str) -> bool:
    try:
        with open(f"/proc/{pid}/stat", "rb") as handle:
            return int(handle.read().rpartition(b")")[2].split()[1]) == os.getpid()
    except (OSError, ValueError, IndexError):
        return False
