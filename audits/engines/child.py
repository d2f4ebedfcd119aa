"""One task in a child of its worker: what kills it, kills nobody else, and is known by name."""

from __future__ import annotations

import os
import select
import signal
import traceback
from collections.abc import Callable
from typing import Any

from audits import children
from audits.engines import TRIES, Lost, Work, given_up

LOOK = 1.0
"""Seconds between two looks at whether a child that says nothing has been stopped."""

DONE, RAISED = b"d", b"r"
"""What an answer begins with: the bytes that the work returned, or a traceback."""


def in_a_child(work: Work, task: Any) -> bytes | Lost:
    """Do the work in a child, and again where that dies.

    Raises `RuntimeError` with the traceback of an exception of the work's own.
    """
    for _ in range(TRIES):
        answer = _tried(work, task)
        if answer.startswith(DONE):
            return answer[1:]
        if answer.startswith(RAISED):
            raise RuntimeError(answer[1:].decode())
    return given_up(TRIES)


def _tried(work: Work, task: Any) -> bytes:
    """Return what a child has to say; nothing where it died."""
    reading, writing = os.pipe()
    pid = children.fork()
    if pid == 0:
        _be_it(work, task, reading, writing)
    os.close(writing)
    try:
        answer = _read(reading, pid)
    finally:
        os.close(reading)
        status = os.waitpid(pid, 0)[1]
    return answer if status == 0 else b""


def _be_it(work: Callable[[Any], bytes], task: Any, reading: int, writing: int) -> None:
    """Do the work, say what came of it, and end; nothing of the parent's is cleaned up."""
    try:
        os.close(reading)
        try:
            answer = DONE + work(task)
        except BaseException:  # noqa: BLE001 - the parent raises it
            answer = RAISED + traceback.format_exc().encode("utf-8", "replace")
        left = memoryview(answer)
        while left:
            left = left[os.write(writing, left) :]
        os._exit(0)
    finally:
        os._exit(1)


def _read(reading: int, pid: int) -> bytes:
    parts: list[bytes] = []
    while True:
        if not select.select([reading], [], [], LOOK)[0]:
            _end_if_stopped(pid)
        elif part := os.read(reading, 1 << 20):
            parts.append(part)
        else:
            return b"".join(parts)


def _end_if_stopped(pid: int) -> None:
    """Kill a child that somebody has stopped: it would never answer."""
    if os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT):
        os.kill(pid, signal.SIGKILL)
