"""What a search keeps: for each behaviour that it has seen, the best-paid candidate, no other.

A cell per behaviour keeps what is new alive beside what is well paid, so that a search does not
run into one hole and stay there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

C = TypeVar("C")
B = TypeVar("B", bound=Hashable)

DRAWN = (2, 24)
"""How many cells are drawn for a parent, of which the best paid is taken: now few, which favours
what is new, now many, which favours what is well paid."""


@dataclass(frozen=True, slots=True)
class Trial(Generic[C, B]):
    """One candidate that was tried: what it earned, how it behaved, how plain it is."""

    candidate: C
    earned: float
    behaviour: B
    size: tuple[int, ...]
    """The smaller, the plainer: number of calls first, then how odd their arguments are."""

    def beats(self, other: Trial[C, B]) -> bool:
        """Whether this one is to be kept of two: better paid, or paid the same and plainer."""
        return (-self.earned, self.size) < (-other.earned, other.size)


class Archive(Generic[C, B]):
    """The best trial of each behaviour, in the order in which behaviours were first seen."""

    def __init__(self, in_turn: bool = False) -> None:
        """Start empty. `in_turn`: of cells that are paid the same, take the one drawn least.

        It takes a search further where a reward is many steps away and none on the way is paid:
        what is new is gone on from at once, and not as seldom as each of hundreds of cells.
        """
        self._cells: dict[B, Trial[C, B]] = {}
        self._order: list[B] = []
        self._drawn: Counter[B] = Counter()
        self._in_turn = in_turn

    def add(self, trial: Trial[C, B]) -> None:
        """Keep a trial if its behaviour is new, or if it beats the one that is kept."""
        kept = self._cells.get(trial.behaviour)
        if kept is None:
            self._order.append(trial.behaviour)
        if kept is None or trial.beats(kept):
            self._cells[trial.behaviour] = trial

    def draw(self, dice: Random) -> C | None:
        """Draw a parent: the best paid of some cells; None while the archive is empty."""
        if not self._order:
            return None
        some = [dice.choice(self._order) for _ in range(dice.choice(DRAWN))]
        best = max(some, key=self._worth)
        self._drawn[best] += self._in_turn
        return self._cells[best].candidate

    def _worth(self, behaviour: B) -> tuple[float, int]:
        return self._cells[behaviour].earned, -self._drawn[behaviour]

    def trials(self) -> list[Trial[C, B]]:
        """Return what is kept, in the order in which behaviours were first seen."""
        return [self._cells[behaviour] for behaviour in self._order]
