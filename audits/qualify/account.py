"""Complete accounting: every planned attempt has exactly one record, and there are no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec

from audits.qualify.record import Planned, Record

Key: TypeAlias = tuple[str, int]
"""One planned attempt: (scenario, rollout)."""


class Account(msgspec.Struct, frozen=True):
    """What was planned against what was recorded; infra-invalid records count as recorded."""

    planned: int
    recorded: int
    missing: list[Key]
    """Planned, and no record of it."""
    extra: list[Key]
    """Recorded, and never planned."""
    repeated: list[Key]
    """Recorded more than once."""

    @property
    def accounted(self) -> int:
        """How many planned attempts have exactly one record."""
        planned_twice = set(self.repeated) - set(self.extra)
        return self.planned - len(self.missing) - len(planned_twice)

    @property
    def holds(self) -> bool:
        """Whether something was planned, and it was recorded, once each, and nothing else."""
        return self.planned > 0 and not (self.missing or self.extra or self.repeated)


def keys(plan: Iterable[Planned]) -> list[Key]:
    """List every planned attempt."""
    return [(one.scenario, rollout) for one in plan for rollout in range(one.rollouts)]


def account(records: Sequence[Record], plan: Iterable[Planned]) -> Account:
    """Hold records against what was planned."""
    planned = keys(plan)
    found = Counter((record.scenario, record.rollout) for record in records)
    known = set(planned)
    return Account(
        planned=len(planned),
        recorded=len(records),
        missing=[key for key in planned if key not in found],
        extra=[key for key in found if key not in known],
        repeated=[key for key, count in found.items() if count > 1],
    )
