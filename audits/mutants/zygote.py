"""Jobs in forked children: this process is the zygote, and nothing that a job does comes back.

A child does a batch of jobs and then proves that it is still what it was when it was forked. If it
hangs, dies or fails the proof, each job of that batch is done again in a child of its own, so that
a bad job costs only itself.

Limits: processor seconds a job by a timer whose signal nothing here handles, so that the kernel
ends the child even if we are gone; memory by RLIMIT_AS; and wall time from outside, for a child
that sleeps, by killing its process group.
"""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import NoReturn

from audits.children import fork

Work = Callable[[int], bytes]
Proof = Callable[[], bool]

_SOUND, _SPOILT = b"sound", b"spoilt"
_CLOCKS = (signal.SIGPROF, signal.SIGXCPU)
"""The signals that end a child which ran too long: its own timer's, and the limit's."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may take."""

    cpu_seconds: float = 2.0
    wall_seconds: float = 20.0
    memory_bytes: int = 4 << 30
    batch: int = 24
    """Jobs a child does before the next child is forked."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A job without an answer, and why; `late` if it ran out of time."""

    why: str
    late: bool


def in_children(
    jobs: Sequence[int], work: Work, proof: Proof, limits: Limits
) -> Iterator[tuple[int, bytes | Lost]]:
    """Do jobs in children and give each one's answer, in order."""
    for start in range(0, len(jobs), limits.batch):
        batch = jobs[start : start + limits.batch]
        answers, lost = _child(batch, work, proof, limits)
        if lost is None and answers.pop() == _SOUND:
            yield from zip(batch, answers, strict=True)
        else:
            for job in batch:
                yield job, _alone(job, work, limits)


def _alone(job: int, work: Work, limits: Limits) -> bytes | Lost:
    answers, lost = _child([job], work, lambda: True, limits)
    return answers[0] if lost is None else lost


def _child(
    jobs: Sequence[int], work: Work, proof: Proof, limits: Limits
) -> tuple[list[bytes], Lost | None]:
    """Do jobs in one child; the last answer is its proof."""
    near, far = Pipe(duplex=False)
    pid = fork()
    if pid == 0:
        _be_child(jobs, work, proof, limits, far, near)
    far.close()
    answers: list[bytes] = []
    in_time = True
    try:
        while len(answers) <= len(jobs) and (in_time := near.poll(limits.wall_seconds)):
            answers.append(near.recv_bytes())
    except (EOFError, OSError):
        pass
    finally:
        near.close()
        status = _end(pid)
    return answers, None if len(answers) > len(jobs) else _lost(status, in_time, limits)


def _end(pid: int) -> int:
    """End a child with all that it started, and return its status.

    One whose pipe has closed by itself has its status already; killing it does not change that.
    """
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    return os.waitpid(pid, 0)[1]


def _lost(status: int, in_time: bool, limits: Limits) -> Lost:
    if not in_time:
        return Lost(f"no answer within {limits.wall_seconds:g} s", late=True)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number in _CLOCKS:
            return Lost(f"no answer within {limits.cpu_seconds:g} processor seconds", late=True)
        return Lost(f"the process was ended by {signal.Signals(number).name}", late=False)
    return Lost(f"the process left with exit code {os.waitstatus_to_exitcode(status)}", late=False)


def _be_child(
    jobs: Sequence[int],
    work: Work,
    proof: Proof,
    limits: Limits,
    pipe: Connection,
    unused: Connection,
) -> NoReturn:
    code = 1
    try:
        unused.close()
        _shut_in(limits, len(jobs))
        for job in jobs:
            signal.setitimer(signal.ITIMER_PROF, limits.cpu_seconds)
            pipe.send_bytes(work(job))
        pipe.send_bytes(_SOUND if proof() else _SPOILT)
        code = 0
    finally:
        os._exit(code)


def _shut_in(limits: Limits, jobs: int) -> None:
    """Close the terminal to the child, and bound what it takes."""
    faulthandler.disable()  # it keeps a way to the terminal of its own
    void = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(void, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    seconds = int(limits.cpu_seconds * (jobs + 1)) + 1
    for kind, soft, hard in (
        (resource.RLIMIT_AS, limits.memory_bytes, limits.memory_bytes),
        (resource.RLIMIT_CPU, seconds, seconds + 1),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (soft, hard))
