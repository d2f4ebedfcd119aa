"""A reward that does one hostile thing for each word; for any other it compares like a sound one.

Run in the worker, by path: standard library only, and nothing of ours.
"""

import builtins
import contextlib
import ctypes
import json
import math
import os
import resource
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

LEAK = []
NUMBER = float


def reward(completion, answer):
    act = globals().get(f"_{completion.replace('-', '_')}")
    return act(answer) if act else NUMBER(completion == answer)


async def later(completion, answer):
    if completion == "hang":
        while True:
            pass
    if completion == "raise":
        raise ValueError("later")
    return NUMBER(completion == answer)


def _hang(_answer):
    while True:
        pass


def _hang_with_the_alarm_blocked(_answer):
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    _hang(_answer)


def _hang_with_an_alarm_of_its_own(_answer):
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.alarm(1)
    _hang(_answer)


def _hang_that_swallows_all(_answer):
    while True:
        with contextlib.suppress(BaseException):
            _hang(_answer)


def _hang_then_a_score(_answer):
    with contextlib.suppress(BaseException):
        _hang(_answer)
    return 1.0


def _hang_in_the_result(_answer):
    class Slow:
        def __float__(self):
            return _hang(None)

    return Slow()


def _sleep(_answer):
    time.sleep(3600)


def _an_alarm_that_is_reset(answer):
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.alarm(5)
    signal.alarm(0)
    return 1.0


def _segfault(_answer):
    ctypes.string_at(0)


def _eat_memory(_answer):
    return float(len(bytearray(8 << 30)))


def _leak(_answer):
    LEAK.append(bytearray(b"x" * (8 << 20)))
    return float(len(LEAK) < 1_000)


def _exit(_answer):
    sys.exit(0)


def _exit_hard(_answer):
    os._exit(0)


def _abort(_answer):
    os.abort()


def _recurse(_answer):
    return _recurse(_answer) + 1


def _nest(_answer):
    nested = []
    nested.append(nested)
    return nested


def _flood(_answer):
    for stream in (sys.stdout, sys.stderr):
        stream.write("x" * 5_000_000)
    os.write(1, b"x" * 1_000_000)
    os.write(2, b"x" * 1_000_000)
    return 1.0


def _nan(_answer):
    return math.nan


def _infinite(_answer):
    return -math.inf


def _kill_the_server(_answer):
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(3600)


def _stop_the_server(_answer):
    os.kill(os.getppid(), signal.SIGSTOP)
    return 1.0


def _kill_the_group(_answer):
    os.killpg(0, signal.SIGKILL)
    time.sleep(3600)


def _leave_a_daemon(_answer):
    subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(3600)"], start_new_session=True
    )
    return 1.0


def _leave_a_grandchild(_answer):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(3600)
        os._exit(0)
    return 1.0


def _stop_the_keeper(_answer):
    told = Path(f"/proc/{os.getppid()}/stat").read_text()
    os.kill(int(told.rpartition(")")[2].split()[1]), signal.SIGSTOP)
    return 1.0


def _stop_itself(_answer):
    os.kill(os.getpid(), signal.SIGSTOP)
    return 1.0


def _fork_and_return(_answer):
    return 1.0 if os.fork() else 0.0


def _fork_and_raise(_answer):
    if os.fork() == 0:
        raise ValueError("the second to come back")
    return 1.0


def _pipes():
    for place in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            if "pipe" in str(place.readlink()):
                yield int(place.name)


def _forge(message):
    body = json.dumps(message).encode()
    for fd in _pipes():
        with contextlib.suppress(OSError):
            os.write(fd, struct.pack(">I", len(body)) + body)


def _forge_a_reply(_answer):
    _forge({"token": "0", "out": [[["value", 1.0]]], "done": True})
    return 0.0


def _forge_a_long_reply(_answer):
    for fd in _pipes():
        with contextlib.suppress(OSError):
            os.write(fd, b"\xff" * 8)
    return 0.0


def _forge_nonsense(_answer):
    _forge([1, 2])
    return 0.0


def _patch_builtins(answer):
    def wrong(*_args, **_kwargs):
        return "wrong"

    for module, names in {
        builtins: ("float", "isinstance", "len", "type", "repr", "getattr", "hasattr", "any"),
        json: ("dumps", "loads"),
        os: ("write", "_exit", "read", "getpid"),
        time: ("time", "perf_counter", "monotonic"),
        signal: ("setitimer", "signal"),
        struct: ("pack",),
    }.items():
        for name in names:
            setattr(module, name, wrong)
    return 1


def _close_all(_answer):
    os.closerange(0, 1_000)
    return 1.0


def _use_up_files(_answer):
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    opened = []
    with contextlib.suppress(OSError):
        while True:
            opened.append(os.open(os.devnull, os.O_RDONLY))
    return 1.0


def _move(_answer):
    os.chdir("/")
    return 1.0


def _say_much(_answer):
    return "x" * 1_000_000


def _list_much(_answer):
    return [0.25] * 1_000_000


def _raise_much(_answer):
    raise ValueError("x" * 1_000_000)


def _generate(_answer):
    return (score for score in (1.0,))


def _half_a_surrogate(_answer):
    raise ValueError("\ud800 is half a pair")


def _say_half_a_surrogate(_answer):
    return "\udfff"


def _raise_what_cannot_be_told(_answer):
    class MuteError(Exception):
        def __str__(self):
            raise RuntimeError

    raise MuteError


def _huge_number(_answer):
    return 10**400
