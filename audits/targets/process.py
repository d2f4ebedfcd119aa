"""The worker's process and the pipes to it: started, greeted, spoken to, ended. Never hangs."""

from __future__ import annotations

import os
import re
import secrets
import select
import signal
import struct
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from audits.children import start
from audits.errors import CannotAuditError, no_text, one_line

WORKER = Path(__file__).parent / "worker" / "__main__.py"
INSIDE = "CLAWBACK_INSIDE_A_WORKER"
"""The environment variable that tells a worker's processes where they are."""

OLDEST = (3, 9)
"""The oldest Python that the worker runs under."""

HELLO = 30.0
"""Seconds of wall time that a Python may take to start."""

FAREWELL = 5.0
"""Seconds in which the worker's keeper ends everything that it has started."""

MOST_BYTES = 256 << 20
"""The longest message that is read; what announces a longer one is no worker."""


class LoadRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be loaded, by which Python, and within what bounds."""

    target: str
    python: str = sys.executable
    paths: tuple[str, ...] = ()
    stub_parents: bool = False
    timeout: float = 10.0
    """Seconds of wall time that one call may take."""
    memory: int = 4 << 30
    """Bytes of address space that the target's process may take."""
    load_timeout: float = 120.0
    """Seconds of wall time that importing the target, or loading rows, may take."""
    note_reads: bool = False
    """Whether to take note of the files that are read, for `Worker.files`."""


class AbsentError(CannotAuditError):
    """The target's module, or the name in it, is not there: it was never written, or is gone."""


class GoneError(Exception):
    """The worker's process is not there any more, or speaks no sense."""


class Process:
    """A worker that has loaded its target; `target` is what it told of it."""

    def __init__(self, load: LoadRequest) -> None:
        self._load = load
        self._start()

    def restart(self) -> None:
        """Kill the worker and start it again. Raises `CannotAuditError` if that fails."""
        self.stop()
        self._start()

    def _start(self) -> None:
        self._unread = bytearray()
        try:
            self._open()
        except OSError as error:
            raise CannotAuditError(_unstartable(self._load.python, error)) from None
        try:
            self._greet()
            self.target = self._loaded()
        except BaseException:
            self.stop()
            raise

    def _open(self) -> None:
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        try:
            self._popen = start(
                [self._load.python, str(WORKER), str(theirs_in), str(theirs_out)],
                pass_fds=(theirs_in, theirs_out),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONHASHSEED": "0", INSIDE: "1"},
            )
        except BaseException:
            os.close(ours_in)
            os.close(ours_out)
            raise
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        self._in, self._out = ours_in, ours_out
        os.set_blocking(ours_out, False)

    def _greet(self) -> None:
        """Wait until the worker says that it runs: before that, it may be no Python at all."""
        try:
            msgspec.json.decode(self.receive(HELLO))
        except (GoneError, TimeoutError, OSError, msgspec.DecodeError):
            raise CannotAuditError(_no_python(self._load.python)) from None

    def _loaded(self) -> dict[str, Any]:
        load, target = self._load, self._load.target
        try:
            answer = self.ask(msgspec.to_builtins(load))
        except TimeoutError:
            raise CannotAuditError(
                f"{target}: importing it took more than {load.load_timeout:g} s; allow more with "
                "--load-timeout"
            ) from None
        except (GoneError, OSError) as error:
            raise CannotAuditError(
                f"{target}: importing it ended the process ({error}); it must be importable "
                "without side effects"
            ) from None
        if "target" not in answer:
            told = one_line(str(answer.get("error", "a forged reply")))
            kind = AbsentError if answer.get("absent") is True else CannotAuditError
            raise kind(f"{target}: {_explained(told)}")
        target_told: dict[str, Any] = answer["target"]
        return target_told

    def signal(self, number: signal.Signals) -> None:
        """Send the worker's keeper a signal."""
        self._popen.send_signal(number)

    def stop(self) -> None:
        """End the worker and everything it started; one that has ended is left as it is."""
        if self._in < 0:
            return
        for number in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, number)
                os.killpg(self._popen.pid, signal.SIGCONT)  # a call may have stopped the keeper
            with suppress(OSError, TimeoutError):
                self._drain(time.monotonic() + FAREWELL)
        self._popen.wait()
        for fd in (self._in, self._out):
            with suppress(OSError):
                os.close(fd)
        self._in = self._out = -1

    def _drain(self, deadline: float) -> None:
        """Wait until nobody is left who could write to us."""
        while True:
            self._ready(self._in, select.POLLIN, deadline)
            if not os.read(self._in, 1 << 20):
                return

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a request that loads something, and return its answer.

        Raises `GoneError`, `TimeoutError`, and `OSError` where the pipe is closed.
        """
        token = self.send(message)
        try:
            answer = msgspec.json.decode(self.receive(self._load.load_timeout))
        except msgspec.DecodeError:
            raise GoneError("its reply is no JSON") from None
        if not isinstance(answer, dict) or answer.get("token") != token:
            raise GoneError("something else wrote into the reply pipe")
        return answer

    def send(self, message: dict[str, Any]) -> str:
        """Send a request, and return the token that its replies must repeat.

        Raises `GoneError` where nobody reads it, `OSError` where the pipe is closed, and
        `CannotAuditError` for a file's or a folder's name that no JSON can hold.
        """
        if self._out < 0:
            raise GoneError("the target's process was ended")
        token = secrets.token_hex(8)
        try:
            body = msgspec.json.encode({"token": token, **message})
        except UnicodeEncodeError as error:
            raise no_text(error) from None
        data = memoryview(struct.pack(">I", len(body)) + body)
        deadline = time.monotonic() + self._load.load_timeout
        try:
            while data:
                self._ready(self._out, select.POLLOUT, deadline)
                with suppress(BlockingIOError):
                    data = data[os.write(self._out, data) :]
        except TimeoutError:
            raise GoneError("the target's process reads no requests any more") from None
        return token

    def receive(self, seconds: float) -> bytes:
        """Read one message. Raises `TimeoutError`, `GoneError`."""
        deadline = time.monotonic() + seconds
        (size,) = struct.unpack(">I", self._exactly(4, deadline))
        if size > MOST_BYTES:
            raise GoneError("something else wrote into the reply pipe, or it says too much")
        return self._exactly(size, deadline)

    def _exactly(self, count: int, deadline: float) -> bytes:
        while len(self._unread) < count:
            self._ready(self._in, select.POLLIN, deadline)
            part = os.read(self._in, 1 << 20)
            if not part:
                raise GoneError("the target's process is gone")
            self._unread += part
        taken = bytes(self._unread[:count])
        del self._unread[:count]
        return taken

    def _ready(self, fd: int, event: int, deadline: float) -> None:
        poll = select.poll()
        poll.register(fd, event)
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1_000):
            raise TimeoutError("no answer in time")


def _unstartable(python: str, error: OSError) -> str:
    inside = Path(python) / "bin" / "python"
    hint = f"; did you mean {inside}?" if inside.exists() else ""
    return f"--python {python}: cannot be started: {error.strerror or error}{hint}"


def _no_python(python: str) -> str:
    """Say why what was started is not a worker: no Python, or too old a one."""
    version = _version(python)
    oldest = ".".join(map(str, OLDEST))
    if version is None:
        return f"--python {python}: not a Python; expected an interpreter, {oldest} or newer"
    if version < OLDEST:
        found = ".".join(map(str, version))
        return f"--python {python}: Python {found} is too old; expected {oldest} or newer"
    return f"--python {python}: it starts, but cannot run {WORKER}; is it readable there?"


def _version(python: str) -> tuple[int, ...] | None:
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        with start(
            [python, "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as asked:
            told = _first_words(asked)
    except OSError:
        return None
    found = re.fullmatch(rb"(\d+)\.(\d+)\s*", told)
    return tuple(map(int, found.groups())) if found else None


def _first_words(asked: subprocess.Popen[bytes]) -> bytes:
    """Read what a program says first, and end it with all that it started, until nobody writes."""
    assert asked.stdout is not None
    fd = asked.stdout.fileno()
    try:
        return os.read(fd, 100) if select.select([fd], [], [], HELLO)[0] else b""
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(asked.pid, signal.SIGKILL)
        deadline = time.monotonic() + FAREWELL
        while select.select([fd], [], [], max(0.0, deadline - time.monotonic()))[0]:
            if not os.read(fd, 1 << 20):
                break


def _explained(error: str) -> str:
    """Add the remedy to an error of importing, where there is one."""
    if error.startswith("MemoryError"):
        return f"{error}; allow it more with --memory"
    if error.startswith("ModuleNotFoundError"):
        return (
            f"{error}; is it installed where --python points, or does PYTHONPATH name its folder?"
        )
    return error
