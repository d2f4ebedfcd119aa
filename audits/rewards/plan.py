"""How somebody's reward is to be audited, and the rows that it is audited on."""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from random import Random

import msgspec

from attackers.rows import Declared, Row
from audits.errors import CannotAuditError
from audits.events import Plan


class Effort(StrEnum):
    """How much is tried."""

    QUICK = "quick"
    NORMAL = "normal"
    THOROUGH = "thorough"


ROWS = {Effort.QUICK: 8, Effort.NORMAL: 40, Effort.THOROUGH: 1_000_000}
"""On how many rows attacks are tried; the controls look at every row."""


class RewardPlan(Plan, frozen=True, kw_only=True):
    """What only the audit of a stranger's reward needs to be told."""

    effort: Effort = Effort.NORMAL
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    declared: Declared = Declared()
    only_rows: tuple[int, ...] = ()
    """Look at these rows only; the others still serve as their fellows."""


class RowsRow(msgspec.Struct, frozen=True):
    """Which rows a reward was audited on."""

    count: int
    digest: str
    """SHA-256 of the rows' columns, in their order."""

    @classmethod
    def of(cls, rows: tuple[Row, ...]) -> RowsRow:
        """Sum rows up."""
        made = sha256()
        for row in rows:
            made.update(msgspec.json.encode([row.columns, row.reference], order="sorted"))
        return cls(len(rows), made.hexdigest())


def chosen(rows: tuple[Row, ...], plan: RewardPlan) -> tuple[Row, ...]:
    """Choose the rows that attacks are tried on: by the plan's effort and seed, in their order."""
    if plan.only_rows:
        return tuple(row for row in rows if row.index in plan.only_rows)
    most = ROWS[plan.effort]
    if len(rows) <= most:
        return rows
    picked = set(Random(plan.seed).sample(range(len(rows)), most))
    return tuple(row for at, row in enumerate(rows) if at in picked)


def check_rows(plan: RewardPlan, rows: tuple[Row, ...]) -> None:
    """Raise `CannotAuditError` for a row to look at that is not there."""
    for index in plan.only_rows:
        if index not in range(len(rows)):
            raise CannotAuditError(f"--row: expected one of 0 to {len(rows) - 1}; got {index}")
