"""The keeper: it imports nothing of the target's, and ends whatever is left."""

from __future__ import annotations

import builtins
import os
import signal
from contextlib import suppress
from typing import Any

from .child import cut_short
from .kept import leave
from .processes import sweep, tie
from .serving import serve

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others


class Stopped(BaseException):
    """The keeper was told to stop."""


def keep(requests: int, replies: int) -> None:
    """Fork the server and wait for its end, or for the word; then let nothing outlive it."""

    def stop(_signal: int, _frame: Any) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise Stopped

    server = 0
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGUSR1, lambda *_: os.kill(server, signal.SIGUSR1) if server else None)
    with suppress(Stopped):
        server = os.fork()
        if server == 0:
            _serve_alone(requests, replies)
        os.close(requests)  # the other pipe stays open: its end says that all is over
        _wait_for(server)
    sweep([])


def _wait_for(server: int) -> None:
    """Wait until the server is gone. One that a call has stopped goes on."""
    while True:
        pid, status = os.waitpid(-1, os.WUNTRACED)
        if pid != server:
            continue
        if not os.WIFSTOPPED(status):
            return
        os.kill(server, signal.SIGCONT)


def _serve_alone(requests: int, replies: int) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGUSR1, cut_short)
    tie(signal.SIGKILL)
    os.setsid()
    try:
        serve(requests, replies)
    finally:
        leave(0)
