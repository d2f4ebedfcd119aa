"""Which line of a reward paid what was found: the one on which it came back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from attackers.rows import Row
from audits.findings import Finding
from audits.provenance import Place, Source
from audits.rewards.outcome import Sample
from audits.rules import Severity

MOST = 50
"""Findings whose line is looked for; each costs one call."""


@runtime_checkable
class Traced(Protocol):
    """A reward whose code can be watched while it answers."""

    @property
    def name(self) -> str:
        """The target."""
        ...

    @property
    def source(self) -> Source:
        """Where it begins."""
        ...

    def lines(self, calls: Sequence[Sequence[Sample]]) -> list[int | None]:
        """Make calls of one sample each, and name the line on which each came back."""
        ...


def places(reward: object, rows: Sequence[Row], found: Sequence[Finding]) -> dict[str, Place]:
    """Say where a reward came back with what is proven to be wrong, by fingerprint."""
    place = reward.source.place if isinstance(reward, Traced) else None
    if place is None or not isinstance(reward, Traced):
        return {}
    by_case = {f"row {row.index}": row for row in rows}
    shown = [one for one in found if _is_plain(one) and one.case in by_case][:MOST]
    calls = [[Sample(by_case[one.case or ""], one.counterexample["answer"])] for one in shown]
    lines = zip(shown, reward.lines(calls), strict=True)
    return {one.fingerprint(reward.name): Place(place.file, line) for one, line in lines if line}


def _is_plain(found: Finding) -> bool:
    """Tell whether a finding is an answer that was paid by itself, in no batch."""
    example = found.counterexample
    return found.severity is Severity.ERROR and "needs" in example and "put" not in example
