"""A settlement desk driven one call at a time, with how it stands before and after each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from attackers.program import Call
from audits.laws.trial import Trial
from desk import Entry, Observer, Rollout
from desk.settlement import CaseClosedError, End, RecordedDesk, SettlementRollout


@dataclass(frozen=True, slots=True)
class Moment:
    """How a desk stands between two calls."""

    now: int
    log: tuple[Entry, ...]
    end: End
    rollout: Callable[[], SettlementRollout]
    """Makes a rollout of it, as if the agent had stopped here."""


@dataclass(frozen=True, slots=True)
class Step:
    """One call, what came of it, and how the desk stood before and after."""

    call: Call
    answer: Any
    """None also for a call that was refused since the case had ended."""
    before: Moment
    after: Moment

    @property
    def closed(self) -> bool:
        """Whether the case had ended when the call was made."""
        return bool(self.before.end.act)


def walk(trial: Trial, desk: type[RecordedDesk]) -> Iterator[Step]:
    """Make a trial's calls one by one on a desk that may be a broken twin of ours."""
    observer = Observer(trial.case)
    made = desk(trial.case, observer.observe)
    before = _moment(made, observer)
    for call in (*trial.run.calls, *trial.run.late):
        try:
            answer = getattr(made, call.tool)(**call.args)
        except CaseClosedError:
            answer = None
        after = _moment(made, observer)
        yield Step(call, answer, before, after)
        before = after


def _moment(desk: RecordedDesk, observer: Observer) -> Moment:
    end, log = desk.ended(), tuple(desk.ledger.entries)
    witness = observer.seal(end)

    def rollout() -> SettlementRollout:
        return Rollout(case=desk.case, log=log, end=end, witness=witness)

    return Moment(desk.now, log, end, rollout)
