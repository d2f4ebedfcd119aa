"""What a gate's results add up to: one verdict, and what was accepted or covers nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from audits.gate.accepted import Acceptance
from audits.result import Result, counted
from audits.verdict import Verdict


@dataclass(slots=True)
class Gate:
    """A finished gate."""

    results: list[Result]
    acceptance: Acceptance
    verdict: Verdict
    why: str
    notes: Sequence[str] = ()
    """What there was nothing to do about, for people."""

    def document(self) -> dict[str, Any]:
        """Return the documented JSON, its first keys left out."""
        sums = self.acceptance
        return {
            "new": sum(len(one.own) for one in self.results),
            "accepted": sum(len(one.own_passed) for one in self.results),
            "leads": sum(len(one.leads) for one in self.results),
            "stale": msgspec.to_builtins(sums.stale),
            "unseen": msgspec.to_builtins(sums.unseen),
            "expired": sums.expired,
            "unused_suppressions": msgspec.to_builtins(sums.unused),
            "notes": list(self.notes),
            "results": [one.document() for one in self.results],
            "verdict": self.verdict,
            "why": self.why,
        }

    @property
    def told(self) -> list[str]:
        """What else is to be known, a line each: notes, and acceptances that cover nothing."""
        sums = self.acceptance
        return [
            *self.notes,
            *(f"accepted, and gone: {one.told}" for one in sums.stale),
            *(f"accepted, and not tried in this run: {one.told}" for one in sums.unseen),
            *(f"expired, so that it counts again: {one}" for one in sums.expired),
            *(f"suppressed, and not found: {one.told}" for one in sums.unused),
        ]


def gate_of(
    results: Sequence[Result],
    acceptance: Acceptance,
    stopped: bool = False,
    notes: Sequence[str] = (),
) -> Gate:
    """Add results up: what is proven comes before what could not be checked."""
    made = list(results)
    new, accepted = sum(len(one.own) for one in made), sum(len(one.own_passed) for one in made)
    silent = [one for one in made if one.verdict is Verdict.INCONCLUSIVE]
    counts = f"{counted(len(made), 'audit')}, {counted(new, 'new finding')}, {accepted} accepted"
    if stopped:
        verdict = Verdict.INTERRUPTED
        counts += "; then interrupted, so that the rest was not made"
    elif new:
        verdict = Verdict.FINDINGS
    elif silent or not made:
        verdict = Verdict.INCONCLUSIVE
    else:
        verdict = Verdict.CLEAN
        counts += "; finding nothing is no proof"
    if len(silent) > 1:
        counts += f"; {len(silent)} could not be judged"
    elif silent:
        counts += f"; {silent[0].audit} of {silent[0].target}: {silent[0].why}"
    return Gate(made, acceptance, verdict, counts, notes)
