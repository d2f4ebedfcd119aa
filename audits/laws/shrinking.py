"""How a run is stopped at the breach that is to be shrunk, and what becomes of its errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from hypothesis.errors import HypothesisException

from audits.laws.drawing import FoundError
from audits.laws.law import Broken
from audits.laws.plainer import plainest
from audits.laws.tally import GIVEN, Breach, Tally
from audits.laws.trial import Trial

Judge: TypeAlias = Callable[[], Broken | None]


@contextmanager
def errors_of(tallies: list[Tally]) -> Iterator[None]:
    """Let an error of the drawing itself be one of each law that it was for."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever stops the drawing, the laws are unchecked
        for tally in tallies:
            tally.errors.append(f"drawing stopped: {type(error).__name__}: {error}")


def stop_at(breach: Breach) -> Callable[[Trial, Judge], None]:
    """Make what stops a run at a trial that breaks a law by the same mechanism."""

    def stop(trial: Trial, judge: Judge) -> None:
        if shows(breach, judge):
            raise FoundError(trial)

    return stop


def shows(breach: Breach, judge: Judge) -> bool:
    """Whether a judgement finds the same, by the same terms; an error on the way is no breach."""
    try:
        broken = judge()
    except Exception:  # noqa: BLE001 - a scorer under audit may raise anything
        return False
    return broken is not None and broken.shape == breach.broken.shape


def shrunk(breach: Breach, run: Callable[[], None], check: Callable[[Trial], Judge]) -> Trial:
    """Run to the breach, and take away what it does not need.

    A scorer that does not score alike twice may leave the trial as it was found.
    """
    found = breach.trial
    try:
        run()
    except FoundError as stopped:
        found = stopped.trial
    except HypothesisException:
        pass
    return plainest(found, lambda trial: shows(breach, check(trial)), breach.pool == GIVEN)
