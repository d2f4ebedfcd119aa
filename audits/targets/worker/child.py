"""The child that makes calls."""

from __future__ import annotations

import builtins
import os
import signal
from contextlib import suppress
from typing import Any

from .batch import run_calls
from .kept import CHILD, DEFAULT, leave, on_signal
from .processes import children, sweep, tie

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others

_CALLING: list[int] = []
"""The child that makes calls just now."""


def in_a_child(target: Any, request: dict[str, Any], fd: int) -> int:
    """Fork, run the calls there, and return how the child ended."""
    spared = children()
    on_signal(CHILD, DEFAULT)  # a target that ignores its children's ends would hide this one
    child = os.fork()
    if child == 0:
        code = 70
        try:
            tie(signal.SIGKILL)
            os.setsid()
            run_calls(target, request, fd, fresh=True)
            code = 0
        finally:
            leave(code)
    _CALLING.append(child)
    _, status = os.waitpid(child, os.WUNTRACED)
    if os.WIFSTOPPED(status):  # by the call itself: it would never come back
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    _CALLING.clear()
    sweep(spared)
    return _ending(status)


def _ending(status: int) -> int:
    """Say how a child ended: with which exit code, or by which signal, as a negative number."""
    if os.WIFSTOPPED(status):
        return -os.WSTOPSIG(status)
    return -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def cut_short(_signal: int, _frame: Any) -> None:
    """Kill the child whose call does not come back."""
    for child in _CALLING:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
