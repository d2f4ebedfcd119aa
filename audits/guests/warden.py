"""A warden stands between the audit and a guest, so that nothing of the guest's stays behind.

The audit forks the warden, the warden forks the guest. The warden waits until the audit lets go of
its line, or dies; then it ends the guest and all that the guest started. On Linux the kernel hands
the warden every orphan below it, so that a daemon in a session of its own is ended as well;
elsewhere the guest's process group is.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from socket import SHUT_WR, socket, socketpair
from typing import NoReturn

from audits.children import adopt_orphans, fork, held, leave_terminal

PATIENCE = 5.0
"""Seconds that the warden may take to end everything before it is ended itself."""

LAST_WORDS = 1.0
"""Seconds that a guest may take to leave after it closed its end."""


class Warden:
    """A guest's process with its warden; `serve` is run in it, with standard streams closed."""

    def __init__(self, serve: Callable[[], object], keep: socket) -> None:
        self._line, far = socketpair()
        with held():
            self._pid = os.fork()
            if self._pid == 0:
                _be_warden(far, keep, serve)
        far.close()

    def end(self, it_left: bool) -> int | None:
        """End the guest and all it started; return its exit code if it had left by itself.

        `it_left`: the guest closed its end, so its exit code is worth a short wait.
        """
        said = b""
        with suppress(OSError):
            self._line.settimeout(PATIENCE)
            self._line.sendall(b"w" if it_left else b"")
            self._line.shutdown(SHUT_WR)
            said = self._line.recv(16)
        self._line.close()
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        return int(said) if said else None


def _be_warden(line: socket, keep: socket, serve: Callable[[], object]) -> NoReturn:
    try:
        _shut_in({line.fileno(), keep.fileno()})
        adopt_orphans()
        guest = fork()
        if guest == 0:
            line.close()
            _be_guest(serve)
        keep.close()
        it_left = bool(line.recv(1))
        code = _code(guest, LAST_WORDS if it_left else 0.0)
        _end_all(guest)
        line.sendall(b"" if code is None else str(code).encode())
    finally:
        os._exit(0)


def _be_guest(serve: Callable[[], object]) -> NoReturn:
    try:
        serve()
        os._exit(0)
    finally:
        os._exit(1)


def _shut_in(keep: set[int]) -> None:
    """Leave the terminal, its Ctrl-C, and every open file of the audit's."""
    leave_terminal()
    void = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(void, stream)
    for name in os.listdir("/dev/fd"):  # noqa: PTH208 - names only, and no file of its own left open
        if int(name) > 2 and int(name) not in keep:
            with suppress(OSError):
                os.close(int(name))


def _code(guest: int, wait: float) -> int | None:
    """Return the guest's exit code if it leaves within `wait` seconds; negative is a signal."""
    until = time.monotonic() + wait
    while True:
        pid, status = os.waitpid(guest, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= until:
            return None
        time.sleep(0.005)


def _end_all(guest: int) -> None:
    """Kill the guest's group, then whatever is handed to us, until nothing is left."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(guest, signal.SIGKILL)
    while children := _children():
        for pid in children:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(-1, 0)


def _children() -> list[int]:
    """Name this process's own children, as Linux lists them."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = stat.read_text(errors="replace").rpartition(")")[2].split()[1]
            if int(parent) == os.getpid():
                found.append(int(stat.parent.name))
    return found
