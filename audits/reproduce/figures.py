"""A published figure beside the measured one, and the report that holds them all."""

from __future__ import annotations

import msgspec

from audits.attacks.rows import CasesRow, Tool
from audits.verdict import Verdict


class Figure(msgspec.Struct, frozen=True):
    """One figure; both sides as text with the digits that were published."""

    name: str
    published: str
    measured: str
    equal: bool


class NotRecomputable(msgspec.Struct, frozen=True):
    """A published figure that cannot be measured again, and why."""

    name: str
    published: str
    why: str


class ReproduceReport(msgspec.Struct, frozen=True):
    """All figures of one publication; encodes to the documented JSON as it stands."""

    schema_version: int
    tool: Tool
    world: str
    cases: CasesRow
    figures: list[Figure]
    not_recomputable: list[NotRecomputable]
    equal: int
    of: int
    verdict: Verdict
    why: str


def figure(name: str, published: str | int, measured: float) -> Figure:
    """Compare at the precision that was published, rounded as the publication rounds: as floats."""
    stated = str(published)
    places = len(stated.partition(".")[2])
    shown = f"{measured:.{places}f}"
    return Figure(name, stated, shown, shown == stated)
