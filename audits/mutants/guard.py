"""What a guard is: whoever should notice that a scorer was changed.

A guard states something of a scorer that can be right or wrong without knowing what the scorer
said before: an attacker is not paid, a law holds, a published figure comes out. It is right on the
scorer as it is (green); it notices a mutant when it is wrong on it, or cannot be answered at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar


class Kind(StrEnum):
    """What sort of guard it is."""

    REFERENCE = "reference"
    ATTACKER = "attacker"
    CHECK = "check"
    FIGURES = "figures"
    LAW = "law"
    FAULT = "fault"
    TESTS = "tests"


class Subject(Protocol):
    """A scorer under a mutant, with what it is tried on. Made anew for each mutant."""

    def __len__(self) -> int:
        """How many inputs there are; the same ones for every mutant, in the same order."""

    def see(self, index: int) -> dict[str, Any]:
        """Give all that the scorer says of an input, as JSON has it: `value`, `terms`, and more."""

    def size(self, index: int) -> int:
        """How large an input is: of those that show a difference the smallest is shown."""


S = TypeVar("S", bound=Subject)


@dataclass(frozen=True, slots=True)
class Guard(Generic[S]):
    """One guard. For example `Guard("careful", Kind.REFERENCE, full_marks)`."""

    name: str
    kind: Kind
    check: Callable[[S], str | None]
    """Returns what is wrong, or None. What it raises counts as noticed."""
    round: int = 0
    """In which round it is asked: a later one only hears of what nobody noticed before."""

    def notices(self, subject: S) -> str | None:
        """Say what is wrong with a scorer, whatever it raises but Ctrl-C; None if nothing is."""
        try:
            return self.check(subject)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a mutant may raise anything, exits included
            return f"it raised {type(error).__name__}"
