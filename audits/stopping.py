"""Being told to stop: by Ctrl-C, SIGTERM (`timeout`, a cancelled job, `docker stop`) or SIGHUP.

Each of them raises `KeyboardInterrupt`. An exception can be lost on its way: Python drops one that
is raised in a callback of the garbage collector or in `__del__`, and code under audit may catch
whatever there is. So it is raised again until somebody says `heard`, and `check` raises it where
a verdict would be reached without.

Only the command line listens; whoever uses us as a library keeps their signals.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""What asks us to stop."""

AGAIN = 0.1
"""Seconds after which a request that nobody heard is raised again."""

ONE = 1.0
"""Seconds in which a second signal is the first one's echo: `timeout` sends two."""


class _Request:
    """Whether this process was asked to stop, and when, by the monotonic clock."""

    since = float("-inf")
    unheard = False


_request = _Request()


@contextmanager
def listening() -> Iterator[None]:
    """Take the signals that ask us to stop, in the main thread; one that is ignored stays so."""
    taken = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.getsignal(number) for number in (*taken, signal.SIGALRM)}
    hook = sys.unraisablehook
    _request.since, _request.unheard = float("-inf"), False
    sys.unraisablehook = _quietly
    signal.signal(signal.SIGALRM, _nag)
    for number in taken:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        heard()
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


def check() -> None:
    """Raise `KeyboardInterrupt` if somebody asked us to stop and nobody heard it yet."""
    if _request.unheard:
        raise KeyboardInterrupt


def heard() -> None:
    """Say that a request to stop has arrived; it is not raised again."""
    _request.unheard = False
    signal.setitimer(signal.ITIMER_REAL, 0)


class Kept:
    """A `KeyboardInterrupt` that is kept back, or none."""

    def __init__(self) -> None:
        self.stopped: KeyboardInterrupt | None = None

    def pass_on(self) -> None:
        """Raise what was kept back."""
        if self.stopped:
            raise self.stopped


@contextmanager
def until_stopped() -> Iterator[Kept]:
    """Keep a `KeyboardInterrupt` back, so that what was finished can be told before it goes on."""
    kept = Kept()
    try:
        yield kept
        check()
    except KeyboardInterrupt as error:
        heard()
        kept.stopped = error


def _stop(_number: int, _frame: FrameType | None) -> None:
    now = time.monotonic()
    if now - _request.since > ONE:
        _request.since, _request.unheard = now, True
        signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)
        raise KeyboardInterrupt


def _nag(_number: int, _frame: FrameType | None) -> None:
    """Raise it again, but not into the cleaning up of one that is on its way."""
    if _request.unheard and not _is_stop(sys.exception()):
        raise KeyboardInterrupt


def _is_stop(error: BaseException | None) -> bool:
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _quietly(lost: sys.UnraisableHookArgs) -> None:
    """Say nothing of a lost `KeyboardInterrupt`: it comes again."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
