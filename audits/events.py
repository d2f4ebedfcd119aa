"""What an audit's engine yields, and the plan it is given. Consumers make reports of events.

An audit is one public function `(target, plan) -> Iterator[Event]`. It knows no format and no
terminal, and what it yielded before a Ctrl-C is kept.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec

from audits.findings import Finding


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How an audit is to be made. Each audit extends it with what only it needs."""

    seed: int = 0
    arguments: str = ""
    """The command line's own words that name the target, for replay commands."""


class Started(msgspec.Struct, frozen=True):
    """The audit begins; `total` steps will follow, if it is known."""

    total: int | None = None


class Step(msgspec.Struct, frozen=True):
    """One step is done; `label` says of what."""

    label: str


class Counted(msgspec.Struct, frozen=True):
    """What was done: counts add up over an audit. `why` is needed for what could not run."""

    tried: int = 0
    not_applicable: int = 0
    could_not_run: int = 0
    why: str = ""
    lost: int = 0
    """Of those that could not run, the calls that never came back."""


class Found(msgspec.Struct, frozen=True):
    """Something was found."""

    finding: Finding


class Unsound(msgspec.Struct, frozen=True):
    """A control failed: whatever else is found, this audit cannot say clean."""

    why: str


class Extra(msgspec.Struct, frozen=True):
    """A part of the report that only this audit has, e.g. a matrix, under its own JSON key."""

    key: str
    value: Any


class Kept(msgspec.Struct, frozen=True):
    """Something for the store and not for a report, under its own key."""

    key: str
    value: Any


Event: TypeAlias = Started | Step | Counted | Found | Unsound | Extra | Kept


def last_words(events: Generator[Event, None, None], stop: KeyboardInterrupt) -> Iterator[Event]:
    """Give what an audit still has to tell that was stopped between two of its events."""
    with suppress(KeyboardInterrupt, StopIteration):
        yield events.throw(stop)
        yield from events
