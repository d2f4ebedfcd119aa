"""The last of the shrinking: take away whatever a breach does not need, one thing at a time.

Hypothesis shrinks what it drew, all at once and very far; it may still leave a call standing that
decided how the next one was drawn. What is taken away here is judged on the plain trial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from attackers.program import Call
from audits.laws.trial import Run, Trial
from audits.laws.worlds import world_of


def plainest(trial: Trial, still: Callable[[Trial], bool], whole_case: bool = False) -> Trial:
    """Make a trial smaller for as long as it is `still` a breach; `whole_case` leaves its case."""
    while True:
        tried = (one for one in _smaller(trial, whole_case) if still(one))
        smaller = next(tried, None)
        if smaller is None:
            return trial
        trial = smaller


def _smaller(trial: Trial, whole_case: bool) -> Iterator[Trial]:
    yield from _fewer_calls(trial)
    if not whole_case and trial.twin_case is None:
        for case in world_of(trial.case).simpler(trial.case):
            yield replace(trial, case=case)


def _fewer_calls(trial: Trial) -> Iterator[Trial]:
    """Leave one call out: of both runs where both make it, or else of either."""
    run, twin = trial.run, trial.twin
    if twin is not None:
        for place, call in enumerate(run.calls):
            which = run.calls[:place].count(call)
            if twin.calls.count(call) > which:
                fewer = replace(trial, run=_less(run, place), twin=_less_one(twin, call, which))
                yield from (fewer, *_erasing_before(fewer))
        yield from (replace(trial, twin=fewer) for fewer in _shorter(twin))
    yield from (replace(trial, run=fewer) for fewer in _shorter(run))


def _erasing_before(trial: Trial) -> Iterator[Trial]:
    """Erase the entry before, as the same one stands there once a call before it is gone."""
    if trial.twin is not None and trial.twin.erased:
        yield replace(trial, twin=replace(trial.twin, erased=trial.twin.erased - 1))


def _less(run: Run, place: int) -> Run:
    return replace(run, calls=run.calls[:place] + run.calls[place + 1 :])


def _less_one(run: Run, call: Call, which: int) -> Run:
    """Leave out the call that is the same as `call` for the time `which`, from 0."""
    places = [place for place, made in enumerate(run.calls) if made == call]
    return _less(run, places[which])


def _shorter(run: Run) -> Iterator[Run]:
    for i in range(len(run.calls)):
        yield _less(run, i)
    for i in range(len(run.late)):
        yield replace(run, late=run.late[:i] + run.late[i + 1 :])
