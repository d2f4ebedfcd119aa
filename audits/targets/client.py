"""Our end of the worker: starts it, asks it, kills it when its clock runs out.

A call that never comes back is LOST, with the reason; the next call is answered all the same.
"""

from __future__ import annotations

import os
import secrets
import selectors
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from audits.errors import CannotAuditError
from audits.rewards.outcome import Kind, Outcome

WORKER = Path(__file__).with_name("worker.py")
LOAD_TIMEOUT = 120.0
"""Seconds of wall time that importing a target may take."""

GRACE = 1.0
"""Seconds between the soft clock inside a call and the hard one outside."""

BATCH = 2_000
"""Calls a fork makes at most."""


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


class Call(msgspec.Struct, frozen=True):
    """One call of the target: its arguments, and how many samples it scores."""

    kwargs: dict[str, Any] = {}
    args: list[Any] = []
    samples: int = 1
    batched: bool = False
    adapter: str = ""
    """What builds a framework's objects in the worker; the same for all calls of a request."""


class GoneError(Exception):
    """The worker's process is not there any more."""


class Worker:
    """A target, loaded in a worker. Use as a context manager."""

    def __init__(self, load: LoadRequest) -> None:
        self._load = load
        self._start()

    def __enter__(self) -> Worker:
        """Return the worker, which runs already."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Kill it."""
        self.stop()

    def _start(self) -> None:
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        self._in, self._out = ours_in, ours_out
        try:
            self._process = subprocess.Popen(
                [self._load.python, "-I", str(WORKER), str(theirs_in), str(theirs_out)],
                pass_fds=(theirs_in, theirs_out),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise CannotAuditError(
                f"--python {self._load.python}: cannot be started: {error.strerror or error}"
            ) from None
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        self.target = self._loaded()

    def _loaded(self) -> dict[str, Any]:
        token = secrets.token_hex(8)
        self._send({"token": token, **msgspec.to_builtins(self._load)})
        try:
            answer = self._receive(time.monotonic() + LOAD_TIMEOUT)
        except GoneError as error:
            self.stop()
            raise CannotAuditError(
                f"{self._load.target}: importing it ended the process ({error}); it must be "
                "importable without side effects"
            ) from None
        except TimeoutError:
            self.stop()
            raise CannotAuditError(
                f"{self._load.target}: importing it took more than {LOAD_TIMEOUT:g} s"
            ) from None
        if "error" in answer or answer.get("token") != token:
            self.stop()
            raise CannotAuditError(f"{self._load.target}: {answer.get('error', 'a forged reply')}")
        told: dict[str, Any] = answer["target"]
        return told

    def stop(self) -> None:
        """Kill the worker and everything it started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for fd in (self._in, self._out):
            with suppress(OSError):
                os.close(fd)

    def rows(self) -> list[dict[str, Any]]:
        """Call the target as a loader of rows. Raises `CannotAuditError` with what went wrong."""
        token = secrets.token_hex(8)
        self._send({"token": token, "rows": True})
        try:
            answer = self._receive(time.monotonic() + LOAD_TIMEOUT)["rows"]
        except (GoneError, TimeoutError, KeyError) as error:
            raise CannotAuditError(f"{self._load.target}: it gave no rows: {error}") from None
        if "error" in answer:
            raise CannotAuditError(f"{self._load.target}: {answer['error']}")
        rows: list[dict[str, Any]] = answer["rows"]
        return rows

    def call(self, calls: Sequence[Call]) -> list[list[Outcome]]:
        """Make the calls; one outcome per sample of each, in order."""
        done: list[list[Outcome]] = []
        while len(done) < len(calls):
            todo = calls[len(done) : len(done) + BATCH]
            got, why = self._batch(todo)
            done += got
            if len(got) < len(todo):
                done += self._alone(todo[len(got)], why)
        return done

    def _alone(self, call: Call, why: str) -> list[list[Outcome]]:
        """Make again, by itself, the call that may have ended its batch."""
        got, again = self._batch([call], flush=1)
        return got or [[Outcome(Kind.LOST, None, again or why)] * call.samples]

    def _batch(self, calls: Sequence[Call], flush: int = 64) -> tuple[list[list[Outcome]], str]:
        """Return the outcomes that came back in order, and why there are no more, if so."""
        token = secrets.token_hex(8)
        request = {
            "token": token,
            "soft": self._load.timeout,
            "flush": flush,
            "calls": calls,
            "adapter": calls[0].adapter,
        }
        got: list[list[Outcome]] = []
        try:
            self._send(request)
            while True:
                answer = self._receive(time.monotonic() + self._load.timeout + GRACE)
                if answer.get("token") != token:
                    self._restart()
                    return got, "something else wrote into the reply pipe"
                if "ended" in answer:
                    return got, _told(answer["ended"])
                got += [[_outcome(one) for one in samples] for samples in answer["out"]]
        except (TimeoutError, GoneError, OSError) as error:
            self._restart()
            return got[: len(calls)], str(error) or "no answer in time"

    def _restart(self) -> None:
        self.stop()
        self._start()

    def _send(self, message: object) -> None:
        body = msgspec.json.encode(message)
        data = memoryview(struct.pack(">I", len(body)) + body)
        while data:
            data = data[os.write(self._out, data) :]

    def _receive(self, deadline: float) -> dict[str, Any]:
        (size,) = struct.unpack(">I", self._exactly(4, deadline))
        try:
            answer = msgspec.json.decode(self._exactly(size, deadline))
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise GoneError("its reply is no JSON") from None
        if not isinstance(answer, dict):
            raise GoneError("its reply is no object")
        return answer

    def _exactly(self, count: int, deadline: float) -> bytes:
        parts = bytearray()
        with selectors.DefaultSelector() as ready:
            ready.register(self._in, selectors.EVENT_READ)
            while len(parts) < count:
                if not ready.select(max(0.0, deadline - time.monotonic())):
                    raise TimeoutError(f"no answer within {self._load.timeout:g} s")
                part = os.read(self._in, min(count - len(parts), 1 << 20))
                if not part:
                    raise GoneError("the target's process is gone")
                parts += part
        return bytes(parts)


def _outcome(told: list[Any]) -> Outcome:
    kind = Kind(told[0])
    if kind is Kind.VALUE:
        return Outcome(kind, float(told[1]))
    return Outcome(kind, None, str(told[1]) if len(told) > 1 else "")


def _told(code: int) -> str:
    if code < 0:
        return f"the call was killed by {signal.Signals(-code).name}"
    return f"the call left the process with exit code {code}" if code else "the call left early"
