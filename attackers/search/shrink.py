"""Make a counter-example as small as it will go: fewest calls first, then plainest arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

C = TypeVar("C")


def shrink(found: C, simpler: Callable[[C], Iterable[C]], keeps: Callable[[C], bool]) -> C:
    """Return the last of a chain of ever simpler candidates that all keep what was found.

    `simpler` yields strictly simpler candidates, the simplest first: that is why this ends. What
    it returns is a local minimum: none of its simpler candidates keeps what was found.
    """
    while (smaller := next(filter(keeps, simpler(found)), None)) is not None:
        found = smaller
    return found
