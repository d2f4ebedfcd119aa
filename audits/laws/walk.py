"""A desk driven one call at a time, with the sealed record before and after each call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from attackers.program import Call
from audits.laws.law import Broken, Check, NotApplicableError, Subject
from audits.laws.trial import Trial
from desk import Message, Observer
from desk.refund import Case, End, RefundDesk, RefundRollout, Tools


@dataclass(frozen=True, slots=True)
class Step:
    """One call on a desk, what it answered, and the whole record before and after it."""

    call: Call
    answer: dict[str, Any]
    before: RefundRollout
    after: RefundRollout
    closed: bool
    """Whether the desk was closed when it was called."""


class Walk:
    """One episode in the making, on a desk that may be a broken twin of ours."""

    def __init__(self, case: Case, desk: type[RefundDesk] = RefundDesk) -> None:
        self._observer = Observer(case)
        self._desk = desk(case, self._observer.observe)
        self._tools = Tools(self._desk)
        self._seen = self._record()

    def call(self, call: Call) -> Step:
        """Make one call; a closed desk is called as well."""
        before, closed = self._seen, self._desk.closed
        answer = getattr(self._tools, call.tool)(**call.args)
        self._seen = self._record()
        return Step(call, answer, before, self._seen, closed)

    def close(self) -> None:
        """End the episode."""
        self._desk.closed = True

    def _record(self) -> RefundRollout:
        desk = self._desk
        end = End(tuple(desk.payments), tuple(desk.escalations))
        return RefundRollout(
            case=desk.case,
            messages=(Message("user", desk.case.ticket), *self._tools.messages),
            log=tuple(desk.ledger.entries),
            end=end,
            witness=self._observer.seal(end),
        )


def walk(trial: Trial, desk: type[RefundDesk]) -> Iterator[Step]:
    """Make a trial's calls one by one, close the desk, and make its late calls."""
    made = Walk(trial.case, desk)
    for call in trial.run.calls:
        yield made.call(call)
    made.close()
    for call in trial.run.late:
        yield made.call(call)


def stepwise(
    judge: Callable[[Subject, Any], Broken | None],
    walk: Callable[[Trial, Any], Iterator[Any]] = walk,
) -> Check:
    """Judge each call of a trial as `walk` makes it, to the first that breaks the law."""

    def check(subject: Subject, trial: Trial) -> Broken | None:
        applied = False
        for step in walk(trial, subject.desk):
            try:
                broken = judge(subject, step)
            except NotApplicableError:
                continue
            if broken:
                return broken
            applied = True
        if not applied:
            raise NotApplicableError
        return None

    return check
