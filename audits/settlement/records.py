"""What a results folder records, one JSON object a line."""

from __future__ import annotations

from typing import Any

import msgspec

from desk.settlement import Delivery, End, Event, Line, Schedule, System, Task
from scorer.settlement import Deductions, Grade, Grader, Tally


class TaskRecord(msgspec.Struct, frozen=True):
    """A task with its hidden log, and what its reference comes to."""

    task: Task
    log: tuple[Event, ...]
    reference: Tally


class ScheduleRecord(msgspec.Struct, frozen=True):
    """What was delivered for a task under a seed, and how far behind each replica was."""

    task: str
    seed: int
    lags: dict[str, int]
    deliveries: list[Delivery]


class EpisodeRecord(msgspec.Struct, frozen=True):
    """One graded episode: what was done, where it ended, what it lost against the reference."""

    task: str
    policy: str
    seed: int
    loss: int
    """Cents."""
    exact: bool
    premature: bool
    tally: Tally
    deductions: Deductions
    end: End
    log: list[Line]


class Row(msgspec.Struct, frozen=True):
    """What a table needs of an episode's record."""

    task: str
    policy: str
    seed: int
    loss: int
    exact: bool
    premature: bool
    tally: Tally


class Graded(Row, frozen=True):
    """A row with what it is graded by."""

    deductions: Deductions
    end: End

    @property
    def row(self) -> Row:
        """The row alone."""
        return Row(*(getattr(self, name) for name in Row.__struct_fields__))


def task_records(graders: list[Grader]) -> list[TaskRecord]:
    """Record each task with its reference."""
    return [TaskRecord(one.task, one.task.events, one.best) for one in graders]


def row(policy: str, seed: int, grader: Grader, grade: Grade) -> Row:
    """Make the row that a table is made of."""
    return Row(grader.task.id, policy, seed, grade.loss, grade.exact, grade.premature, grade.tally)


def schedule_record(schedule: Schedule) -> ScheduleRecord:
    """Record a schedule."""
    return ScheduleRecord(
        schedule.task.id,
        schedule.seed,
        {system.value: schedule.stream(system).lag for system in System},
        [made for system in System for made in schedule.deliveries(system)],
    )


_encode = msgspec.json.Encoder().encode_lines


def lines(records: list[Any]) -> bytes:
    """Write records as JSON lines."""
    return bytes(_encode(records))
