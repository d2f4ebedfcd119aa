"""One target's audit, wherever it is run: a task in, what was done as JSON out. Raises nothing."""

from __future__ import annotations

import os
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from audits.errors import CannotAuditError
from audits.result import Result
from audits.rewards.plan import RewardPlan
from audits.rewards.session import Ask
from audits.rewards.whole import audit_whole
from audits.rules import Severity
from audits.stopping import heard, listening
from audits.store.closure import closure

TOLD_TO_STOP = "not finished: somebody sent its process a signal to stop"


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be audited, and how."""

    ask: Ask
    plan: RewardPlan
    fail_on: Severity = Severity.ERROR
    limit: float = 900.0
    """Seconds of wall time for all of it."""
    folder: str = "."
    """Where it is run: paths are told from there."""

    @property
    def same(self) -> Task:
        """The same audit without what does not decide its result, or says it twice."""
        plan = msgspec.structs.replace(self.plan, arguments="")
        return Task(ask=self.ask, plan=plan, folder=self.folder)

    @property
    def blank(self) -> Result:
        """A result of this audit with nothing in it."""
        name, seed = self.ask.target, self.plan.seed
        return Result(audit="audit", target=name, seed=seed, fail_on=self.fail_on)


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a task."""

    result: Result
    seconds: float
    """Of wall time."""
    files: dict[str, str] | None = None
    """What the result depends on, by path; None where that is not known."""


def audit_target(task: Task) -> bytes:
    """Make one audit; whatever keeps it from being made is its result."""
    began, since = time.perf_counter(), time.time_ns()
    result, read, ran_out = task.blank, set[str](), threading.Event()
    result.kept["ask"] = msgspec.to_builtins(msgspec.structs.replace(task.ask, paths=()))
    try:
        os.chdir(task.folder)
        with _limited(task.limit, ran_out):
            audit_whole(result, task.ask, task.plan, read=read)
    except (CannotAuditError, OSError) as error:
        _unjudged(result, str(error))
    except KeyboardInterrupt:
        why = f"not finished within {task.limit:g} s; allow more with --limit, or try --quick"
        result.could_not_run += 1
        result.reasons = [why if ran_out.is_set() else TOLD_TO_STOP, *result.reasons]
    except Exception as error:  # noqa: BLE001 - one target must not end the others
        told = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(told.filename).name}, line {told.lineno}"
        _unjudged(result, f"a fault of clawback's own: {type(error).__name__}: {error} ({where})")
    files = closure(read, since)
    done = Done(result=result, seconds=time.perf_counter() - began, files=dict(files or {}) or None)
    return msgspec.json.encode(done)


def _unjudged(result: Result, why: str) -> None:
    result.unsound = True
    result.reasons = [why]


@contextmanager
def _limited(seconds: float, ran_out: threading.Event) -> Iterator[None]:
    """Ask this process to stop after so many seconds, as a Ctrl-C would; then `ran_out` is set."""

    def ring() -> None:
        ran_out.set()
        os.kill(os.getpid(), signal.SIGTERM)

    with listening():
        clock = threading.Timer(seconds, ring)
        clock.daemon = True
        clock.start()
        try:
            yield
        finally:
            clock.cancel()
            heard()
