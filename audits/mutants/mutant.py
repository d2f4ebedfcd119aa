"""What a mutant is: one change to one scorer, with a name that lasts and a way to make it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256

Undo = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. Its id comes of what is changed and never of a line number."""

    id: str
    module: str
    file: str
    """The file that holds the module's source."""
    qualname: str
    """The function within its module, or the name of a module-level value."""
    function: str
    """The outermost function that is changed; empty for a module-level value."""
    operator: str
    says: str
    before: str
    after: str
    line: int
    end_line: int
    swap: Callable[[], Undo] = field(repr=False)
    """Makes the change where it takes effect, and gives back what undoes it.

    Raises `CannotSwapError`.
    """
    text: Callable[[], str] = field(repr=False)
    """Writes the module's source with the change in it."""

    @property
    def where(self) -> str:
        """The place, as `module:function`."""
        return f"{self.module}:{self.qualname}"

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Be in force inside a `with`."""
        undo = self.swap()
        try:
            yield
        finally:
            undo()


class CannotSwapError(Exception):
    """A change that cannot be made in a running program. The message says why."""


def content_id(where: str, operator: str, before: str, after: str, occurrence: int) -> str:
    """Name a change by its content, so that it keeps its name while code around it moves."""
    parts = (where, operator, before, after, str(occurrence))
    return sha256("\n".join(parts).encode()).hexdigest()[:10]
