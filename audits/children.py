"""Processes that we start: none of them outlives us, and what is sent to us is ours to handle.

A child is a session of its own, so that a terminal's Ctrl-C and a signal to our group reach it
through us only, and on Linux the kernel kills it when the thread that started it is gone,
SIGKILL included. Elsewhere it is ended by whoever started it, unless that is killed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes import CDLL
from functools import partial
from typing import Any

from audits.stopping import SIGNALS

_HELD = {*SIGNALS, signal.SIGALRM}

_LIBC = CDLL(None) if sys.platform == "linux" else None
_SET_PDEATHSIG, _SET_CHILD_SUBREAPER = 1, 36  # from Linux's <sys/prctl.h>


@contextmanager
def held() -> Iterator[None]:
    """Hold back what asks us to stop: raised in a fork's first steps it makes a second audit."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def fork() -> int:
    """Fork a child that does not outlive us; returns 0 in it, and its process id here."""
    parent = os.getpid()
    with held():
        pid = os.fork()
        if pid == 0:
            belong_to(parent)
        return pid


def start(command: Sequence[str], **popen: Any) -> subprocess.Popen[bytes]:
    """Start a command that does not outlive us; `popen` as for `subprocess.Popen`.

    Raises `OSError` if it cannot be started.
    """
    with held():  # what runs between fork and exec takes no lock: it is safe beside threads
        return subprocess.Popen(command, preexec_fn=partial(belong_to, os.getpid()), **popen)  # noqa: PLW1509


def run(command: Sequence[str], **popen: Any) -> subprocess.CompletedProcess[Any]:
    """Run a command to its end with both its streams caught; when we are stopped, so is it.

    Raises `OSError` if it cannot be started.
    """
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with start(command, **popen, **pipes) as child:
        try:
            said = child.communicate()
        except BaseException:
            child.terminate()
            raise
    return subprocess.CompletedProcess(command, child.returncode, *said)


def belong_to(parent: int) -> None:
    """Be a child of `parent`, a process id: leave its terminal, and die with it.

    For a child of `multiprocessing`, which is to be started with signals `held`.
    """
    end_with_parent()
    if os.getppid() != parent:  # it was gone before the kernel was told
        os._exit(1)
    leave_terminal()


def leave_terminal() -> None:
    """Be a session of our own, to which signals mean what they mean to any process."""
    os.setsid()
    for number in _HELD:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _HELD)


def end_with_parent() -> None:
    """Have the kernel kill this process when its parent is gone."""
    _control(_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Have the kernel hand us what our descendants leave behind."""
    _control(_SET_CHILD_SUBREAPER, 1)


def _control(option: int, value: int) -> None:
    if _LIBC:
        _LIBC.prctl(option, value, 0, 0, 0)
