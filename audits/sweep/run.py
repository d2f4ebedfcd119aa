"""A sweep from lines to rows: what is known is taken from the cache, the rest is run and kept."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

import msgspec

from audits.engines import Lost, Run
from audits.result import Result
from audits.rewards.words import plan_words
from audits.store import keep
from audits.store.cache import Cache
from audits.store.closure import unchanged
from audits.sweep.key import key_of
from audits.sweep.lines import Line
from audits.sweep.task import Done, Task, audit_target
from audits.verdict import Verdict


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One target's line of the report."""

    line: int
    """Which line of the file of targets, from 1."""
    result: Result
    seconds: float
    """Of wall time, when it was run."""
    reused: bool


def swept(
    lines: Sequence[Line], run: Run, jobs: int, cache: Cache, fresh: bool = False
) -> Iterator[Row]:
    """Yield a row for each line: first what is reused, then what is run, as it comes.

    `fresh`: nothing is reused. What could not be judged is run again by the next sweep, unless this
    one does not come to its end.
    """
    keys = {key_of(line.task): line for line in lines}
    todo = {}
    for key, line in keys.items():
        done = None if fresh else cache.get(key, Done)
        if done is None or not (unchanged(done.files) if done.files else _unsure(done)):
            todo[key] = line
        else:
            yield _row(line, done, reused=True)
    if todo:
        yield from _run(todo, run, jobs, cache)
    cache.forget_unsure(keys)


def _run(todo: dict[str, Line], run: Run, jobs: int, cache: Cache) -> Iterator[Row]:
    saves = True
    tasks = ((key, line.task) for key, line in todo.items())
    for key, answer in run(audit_target, tasks, jobs):
        line, done = todo[key], _done(todo[key].task, answer)
        saves = saves and keep([done.result], _words(line.task))
        done.result.kept = {}
        if done.files or _unsure(done):
            cache.put(key, msgspec.json.encode(done), _unsure(done))
        yield _row(line, done, reused=False)


def _done(task: Task, answer: bytes | Lost) -> Done:
    if not isinstance(answer, Lost):
        return msgspec.json.decode(answer, type=Done)
    result = task.blank
    result.unsound, result.reasons = True, [answer.why]
    return Done(result=result, seconds=0.0)


def _unsure(done: Done) -> bool:
    return done.result.verdict is Verdict.INCONCLUSIVE


def _row(line: Line, done: Done, reused: bool) -> Row:
    done.result.fail_on = line.task.fail_on
    return Row(line=line.number, result=done.result, seconds=done.seconds, reused=reused)


def _words(task: Task) -> list[str]:
    return ["audit", *shlex.split(task.plan.arguments + plan_words(task.plan))]
