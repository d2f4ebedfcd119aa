"""How a run is stopped at the breach that is to be shrunk, and what becomes of its errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hypothesis.errors import HypothesisException

from audits.laws.drawing import FoundError
from audits.laws.law import Broken
from audits.laws.tally import Breach, Tally
from audits.laws.trial import Trial


@contextmanager
def errors_of(tallies: list[Tally]) -> Iterator[None]:
    """Let an error of the drawing itself be one of each law that it was for."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever stops the drawing, the laws are unchecked
        for tally in tallies:
            tally.errors.append(f"drawing stopped: {type(error).__name__}: {error}")


def stop_at(breach: Breach) -> Callable[[Trial, Callable[[], Broken | None]], None]:
    """Make what stops a run at a trial that breaks a law by the same mechanism."""

    def stop(trial: Trial, judge: Callable[[], Broken | None]) -> None:
        try:
            broken = judge()
        except Exception:  # noqa: BLE001 - on the way to a smaller trial an error is no breach
            return
        if broken is not None and breach.mechanism in broken.mechanisms:
            raise FoundError(trial)

    return stop


def shrunk(breach: Breach, run: Callable[[], None]) -> Trial:
    """Run to the breach; a scorer that does not score alike twice leaves it as it was found."""
    try:
        run()
    except FoundError as found:
        return found.trial
    except HypothesisException:
        pass
    return breach.trial
