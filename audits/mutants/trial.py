"""What was seen of one mutant, and what that makes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from audits.mutants.mutant import Mutant


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    """A guard noticed, or no process could score with it."""
    TIMEOUT = "timeout"
    """It came to no end."""
    SURVIVED = "survived"
    """It scores differently, and no guard noticed."""
    ACCEPTED = "accepted"
    """It survived, and stands on the list of accepted survivors."""
    NO_DIFFERENCE = "no_difference"
    """No difference was observed on any input."""
    NOT_TRIED = "not_tried"
    """Some guard was not asked for want of time: nothing is known of it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a mutant scores differently: on how many inputs, and the one to show.

    That is one on which the value moves, if it does on any, and of these the smallest.
    """

    inputs: int
    shown: int
    after: dict[str, Any]
    """What it says of the one to show."""


@dataclass(slots=True)
class Trial:
    """What was seen of one mutant."""

    mutant: Mutant
    asked: list[str] = field(default_factory=list)
    """The guards that were asked."""
    noticed: dict[str, str] = field(default_factory=dict)
    """The guards that noticed, each with what it found wrong."""
    differs: Difference | None = None
    """Looked for only if no guard noticed."""
    lost: str = ""
    """Why the process that scored with it gave no answer."""
    late: bool = False
    """Whether that was for want of time."""
    accepted: bool = False
    skipped: bool = False
    """Whether a guard that should have been asked was not, for want of time."""
    reached: bool | None = True
    """Whether any guard or input runs the code that it changes; None if that is not known."""

    @property
    def fate(self) -> Fate:
        """What became of it."""
        if self.late:
            return Fate.TIMEOUT
        if self.noticed or self.lost:
            return Fate.KILLED
        if self.skipped:
            return Fate.NOT_TRIED
        if self.differs is None:
            return Fate.NO_DIFFERENCE
        return Fate.ACCEPTED if self.accepted else Fate.SURVIVED
