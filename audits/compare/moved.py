"""What moved between two scorers: numbers, and what each strategy earns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from audits.dust import FLOAT_DUST


class Moved(msgspec.Struct, frozen=True):
    """A figure before and after, as a share of what the reference earns; None: not measured."""

    name: str
    before: float | None
    after: float | None

    @property
    def by(self) -> float:
        """How far it moved; 0 if one of the two was not measured."""
        if self.before is None or self.after is None:
            return 0.0
        return self.after - self.before


def moved_numbers(before: dict[str, Any], after: dict[str, Any]) -> list[Moved]:
    """Return the four numbers of both sides, those that stayed included."""
    return [Moved(name, _value(before[name]), _value(after[name])) for name in before]


def _value(number: Any) -> float | None:
    value: float | None = number["mean"] if isinstance(number, dict) else number
    return value


def moved_strategies(
    before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]
) -> list[Moved]:
    """Return the strategies whose mean share moved: who climbed most first, who fell most last."""
    was = {(row["strategy"], row["needs"]): row["mean"] for row in before}
    moved = [
        Moved(row["strategy"], was.get((row["strategy"], row["needs"])), row["mean"])
        for row in after
    ]
    return sorted((one for one in moved if abs(one.by) > FLOAT_DUST), key=lambda one: -one.by)
