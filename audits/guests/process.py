"""One process that plays the agents of one file: it is asked, and answers in time or is ended."""

from __future__ import annotations

import signal
from collections.abc import Callable, Hashable
from functools import cache
from socket import socket, socketpair
from time import monotonic
from typing import Any, TypeVar

import msgspec

from audits.guests import wire
from audits.guests.warden import Warden

T = TypeVar("T")


@cache
def _decoder(answer: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(tuple[int, answer])  # type: ignore[valid-type]


class NoAnswerError(Exception):
    """Why a guest's process gave no answer that can be used; the process is ended by then."""


class GuestProcess:
    """A guest's process. `serve` gets its end of the socket and is run in the process."""

    def __init__(self, serve: Callable[[socket], object]) -> None:
        self._end, far = socketpair()

        def answer() -> None:
            serve(far)

        self._warden = Warden(answer, keep=far)
        far.close()
        self._asked = 0

    def ask(self, message: object, wait: float, answer: type[T]) -> T:
        """Send a request and return its answer. Raises `NoAnswerError` if none in `wait` seconds.

        Requests are numbered: an answer to an earlier one (a fork of the guest answers twice) is
        not taken for this one's.
        """
        self._asked += 1
        deadline = monotonic() + wait
        try:
            wire.send(self._end, msgspec.json.encode((self._asked, message)), deadline)
            made = wire.receive(self._end, deadline)
        except TimeoutError:
            raise NoAnswerError(self._stopped(f"no answer within {wait:g} s")) from None
        except (EOFError, OSError):
            raise NoAnswerError(self._left()) from None
        except wire.TooLongError as error:
            raise NoAnswerError(self._stopped(f"its process {error}")) from None
        return self._read(made, answer)

    def _read(self, made: bytes, answer: type[T]) -> T:
        try:
            number, read = _decoder(answer).decode(made)  # type: ignore[arg-type]
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise NoAnswerError(
                self._stopped(f"its process answered something unreadable: {error}")
            ) from None
        if number != self._asked:
            raise NoAnswerError(self._stopped("its process answered out of turn"))
        taken: T = read
        return taken

    def stop(self) -> None:
        """End the process and everything it started."""
        self._end.close()
        self._warden.end(it_left=False)

    def _stopped(self, why: str) -> str:
        self.stop()
        return why

    def _left(self) -> str:
        self._end.close()
        code = self._warden.end(it_left=True)
        if code is None:
            return "the process closed its line"
        if code < 0:
            return f"the process was killed by {signal.Signals(-code).name}"
        return f"the process left with exit code {code}"
