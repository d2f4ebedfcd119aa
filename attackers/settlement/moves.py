"""What several policies do alike: look every so often, and act on what the processor says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from desk.settlement import DECISION, SettlementDesk

ROUNDS = 8
EVERY = 65
"""Ticks between two looks; the eighth comes shortly before the last tick to ship."""


class Clocked(Protocol):
    """A desk, as far as its clock goes."""

    @property
    def now(self) -> int:
        """The tick it is."""
        ...

    def wait(self, ticks: int) -> None:
        """Let time pass."""
        ...


def wait_until(desk: Clocked, tick: int) -> None:
    """Let time pass up to a tick, if it is not there yet."""
    if tick > desk.now:
        desk.wait(tick - desk.now)


def rounds(desk: Clocked) -> Iterator[int]:
    """Count the looks, waiting before each but the first."""
    for number in range(ROUNDS):
        wait_until(desk, DECISION + number * EVERY)
        yield number


def finish(desk: SettlementDesk, settled: bool, failed: bool) -> bool:
    """Ship what is settled, close what has failed; False if neither is known."""
    if settled:
        return desk.ship()
    return desk.close() if failed else False
