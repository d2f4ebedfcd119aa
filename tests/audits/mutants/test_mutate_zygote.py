"""A job that hangs, dies, leaves or spoils its process costs itself and no other."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from audits.mutants.zygote import Limits, Lost, in_children

LIMITS = Limits(cpu_seconds=0.2, wall_seconds=30, batch=5)
IMPATIENT = Limits(cpu_seconds=0.2, wall_seconds=1, batch=5)
STATE = {"spoilt": False}


def spin():
    while True:
        pass


def spin_deaf():
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGXCPU):
        signal.signal(number, signal.SIG_IGN)
    while True:
        try:
            spin()
        except BaseException:  # noqa: BLE001 - it swallows all, and that is the point
            continue


def recurse():
    return recurse() + 1


BAD = {
    "spins": (spin, True, "processor seconds"),
    "spins, deaf to everything": (spin_deaf, True, "processor seconds"),
    "sleeps": (lambda: time.sleep(60), True, "no answer within 1 s"),
    "segfaults": (lambda: ctypes.string_at(0), False, "SIGSEGV"),
    "kills itself": (lambda: os.kill(os.getpid(), signal.SIGKILL), False, "SIGKILL"),
    "leaves": (lambda: os._exit(0), False, "exit code 0"),
    "raises": (lambda: 1 // 0, False, "exit code 1"),
    "exits": (sys.exit, False, "exit code 1"),
    "takes all memory": (lambda: bytearray(64 << 30), False, "exit code 1"),
    "recurses": (recurse, False, "exit code 1"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_job_costs_itself_and_no_other(name):
    act, late, why = BAD[name]

    def work(job):
        if job == 3:
            act()
        return str(job).encode()

    limits = IMPATIENT if name == "sleeps" else LIMITS
    answers = dict(in_children(range(7), work, lambda: True, limits))
    lost = answers.pop(3)
    assert isinstance(lost, Lost)
    assert lost.late is late
    assert why in lost.why
    assert answers == {job: str(job).encode() for job in (0, 1, 2, 4, 5, 6)}


def test_a_job_that_spoils_its_process_does_not_reach_the_next():
    def work(job):
        seen = STATE["spoilt"]
        STATE["spoilt"] = STATE["spoilt"] or job == 1
        return str(seen).encode()

    answers = dict(in_children(range(10), work, lambda: not STATE["spoilt"], LIMITS))
    assert set(answers.values()) == {b"False"}
    assert STATE == {"spoilt": False}


def test_what_a_job_prints_and_reads_does_not_reach_the_terminal():
    code = (
        "import os, sys\n"
        "from audits.mutants.zygote import Limits, in_children\n"
        "def work(job):\n"
        "    print('to stdout'); os.write(1, b'raw'); os.write(2, b'raw')\n"
        "    sys.stdout.flush()\n"
        "    return sys.stdin.readline().encode() + b'.'\n"
        "print('before', end='')\n"
        "print(list(in_children([0, 1], work, lambda: True, Limits())))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="secret\n", capture_output=True, text=True, check=True
    )
    assert done.stdout == "before[(0, b'.'), (1, b'.')]\n"
    assert done.stderr == ""


def test_what_a_job_started_is_ended_with_it():
    def work(job):
        pid = os.fork()
        if pid == 0:
            time.sleep(60)
        return str(pid).encode()

    [(_, answer)] = in_children([0], work, lambda: True, LIMITS)
    for _ in range(200):
        if not _runs(int(answer)):
            return
        time.sleep(0.01)
    pytest.fail("the grandchild lives on")


def _runs(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def children() -> set[str]:
    """Name this thread's children, dead ones that nobody has reaped included."""
    return set(Path("/proc/thread-self/children").read_text().split())


def test_an_interrupted_run_leaves_no_child():
    before = children()  # another test may have left a server of a library's own
    jobs = in_children(range(3), lambda _job: b"x", lambda: True, Limits(batch=1))
    assert next(jobs) == (0, b"x")
    jobs.close()
    assert children() <= before
