"""Twins that cannot be told apart when the agent is asked, checked and not assumed."""

from __future__ import annotations

from typing import NamedTuple

from desk.settlement.faults import System
from desk.settlement.schedule import Schedule
from desk.settlement.task import DECISION, Task
from desk.settlement.views import Shown
from desk.settlement.world import SettlementDesk


class Snapshot(NamedTuple):
    """All that can be known at the decision instant: four views and the authority's answer."""

    views: tuple[Shown, ...]
    probe: str


def snapshot(schedule: Schedule, now: int = DECISION) -> Snapshot:
    """Take the snapshot of a task at a tick."""
    views = tuple(schedule.stream(system).seen(now) for system in System)
    return Snapshot(views, SettlementDesk(schedule).probe_processor(schedule.task.ref))


def right_ends_differ(one: Task, other: Task) -> bool:
    """Whether the twins ask for opposite ends."""
    return one.settles != other.settles
