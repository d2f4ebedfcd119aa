"""Twins that cannot be told apart when the agent is asked, checked and not assumed.

The corpus has 45 pairs. Where their outcome comes in time, the members want opposite ends, and
whoever does the same on both is wrong on one. Where it comes too late for anybody to act on it,
handing both over is right: only who knows the future wants them to end differently.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from desk.settlement.faults import System
from desk.settlement.outcome import LATEST_LOOK
from desk.settlement.record import SettlementCase, SettlementCases
from desk.settlement.schedule import Schedule
from desk.settlement.task import DECISION, SHIP_BY, Task
from desk.settlement.views import UNKNOWN, Shown
from desk.settlement.world import SettlementDesk
from desk.twins import LeftOut, Twins


class Contrast(StrEnum):
    """What differs between the members of a pair."""

    IN_TIME = "in-time"
    """One settles and one fails, when there is still time to act on it."""
    TOO_LATE = "too-late"
    """One settles and one fails, when both may have been handed over as unresolved."""


class Pair(msgspec.Struct, frozen=True):
    """Both twins of a unit, under one evaluation seed and arm."""

    id: str
    members: tuple[SettlementCase, SettlementCase]

    @property
    def contrast(self) -> Contrast:
        """What differs between the members."""
        late = self.members[0].task.resolves_at > SHIP_BY - LATEST_LOOK
        return Contrast.TOO_LATE if late else Contrast.IN_TIME


def twin_cases(cases: SettlementCases, seed: int = 0) -> Twins[Pair]:
    """Find the pairs of the corpus that cases are taken from, as delivered under a seed.

    Most tasks of a corpus have no twin: what is in the set of these is left out.
    """
    pairs = tuple(_pair(members, seed) for members in cases.pairs)
    paired = {member.task.id for pair in pairs for member in pair.members}
    single = (case.id for case in cases.cases if case.task.id not in paired)
    left_out = tuple(LeftOut(name, "its corpus has no twin of it") for name in single)
    return Twins(f"{cases.name}-twins", pairs, left_out)


def _pair(members: tuple[SettlementCase, SettlementCase], seed: int) -> Pair:
    one, other = (replace(member, seed=seed) for member in members)
    return Pair(one.task.id.removesuffix(one.task.twin), (one, other))


class Snapshot(NamedTuple):
    """All that can be known at the decision instant: four views and the authority's answer."""

    views: tuple[Shown, ...]
    probe: str


def snapshot(schedule: Schedule, now: int = DECISION) -> Snapshot:
    """Take the snapshot of a task at a tick."""
    views = tuple(schedule.stream(system).seen(now) for system in System)
    return Snapshot(views, SettlementDesk(schedule).probe_processor(schedule.task.ref))


class Difference(NamedTuple):
    """What is wrong with a pair: by what its members can be told apart, or what they share."""

    what: str
    """A system, the probe, the ticket, or the right end."""
    a: str
    b: str


def differences(one: Schedule, other: Schedule) -> Iterator[Difference]:
    """Hold all that two twins show when the agent is asked against each other, and their ends.

    Yields nothing for a sound pair: four equal views, two probes that know nothing, one ticket,
    and opposite outcomes.
    """
    first, second = snapshot(one), snapshot(other)
    for system, a, b in zip(System, first.views, second.views, strict=True):
        if a != b:
            yield Difference(system.value, str(a), str(b))
    if (first.probe, second.probe) != (UNKNOWN, UNKNOWN):
        yield Difference("probe", first.probe, second.probe)
    if one.ticket != other.ticket:
        yield Difference("ticket", str(one.ticket), str(other.ticket))
    if not right_ends_differ(one.task, other.task):
        a, b = ("settles" if task.settles else "fails" for task in (one.task, other.task))
        yield Difference("right end", a, b)


def right_ends_differ(one: Task, other: Task) -> bool:
    """Whether the twins ask for opposite ends of who knows their outcomes."""
    return one.settles != other.settles
