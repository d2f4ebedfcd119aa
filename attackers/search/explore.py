"""The search itself: propose, try, keep what is new or better paid, and go on from there."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count
from random import Random
from typing import Protocol, TypeAlias, TypeVar

from attackers.search.archive import Archive, Trial

C = TypeVar("C")
B = TypeVar("B", bound=Hashable)

FRESH = 0.1
"""The share of proposals that are made from nothing, however much is known already."""

ASK_EVERY = 64
"""Proposals between two questions whether to stop."""


class Space(Protocol[C]):
    """Where candidates come from. For example `SketchSpace`, the refund desk's programs."""

    def fresh(self, dice: Random) -> C:
        """Make a candidate up."""
        ...

    def mutated(self, dice: Random, parent: C, mate: C) -> C:
        """Change a parent a little; `mate` is another one, to take a part from."""
        ...


Stop: TypeAlias = Callable[[], bool]
"""Asked from time to time whether to stop."""


def never() -> bool:
    """Do not stop before the steps are done."""
    return False


def explore(
    space: Space[C],
    judge: Callable[[C], Trial[C, B] | None],
    archive: Archive[C, B],
    dice: Random,
    steps: int | None,
    stop: Stop = never,
) -> int:
    """Make `steps` proposals, or with None as many as there are until `stop`; return how many.

    `judge` returns None for a proposal that tells nothing: one tried before, or one that could not
    be scored. What is found is in `archive`, after a KeyboardInterrupt as well.
    """
    for done in count():
        if done == steps or (done % ASK_EVERY == 0 and stop()):
            break
        trial = judge(_propose(space, archive, dice))
        if trial is not None:
            archive.add(trial)
    return done


def _propose(space: Space[C], archive: Archive[C, B], dice: Random) -> C:
    parent, mate = archive.draw(dice), archive.draw(dice)
    if parent is None or mate is None or dice.random() < FRESH:
        return space.fresh(dice)
    return space.mutated(dice, parent, mate)
