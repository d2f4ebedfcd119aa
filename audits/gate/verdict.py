"""What a gate's results add up to: one verdict, and what was accepted or covers nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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
    reasons: list[str] = field(default_factory=list)

    def document(self) -> dict[str, Any]:
        """Return the documented JSON, its first keys left out."""
        sums = self.acceptance
        return {
            "new": sum(len(one.failing) for one in self.results),
            "accepted": sum(len(one.accepted) for one in self.results),
            "stale": msgspec.to_builtins(sums.stale),
            "expired": sums.expired,
            "unused_suppressions": msgspec.to_builtins(sums.unused),
            "results": [one.document() for one in self.results],
            "verdict": self.verdict,
            "why": self.why,
        }


def gate_of(results: Sequence[Result], acceptance: Acceptance, stopped: bool = False) -> Gate:
    """Add results up: what is proven comes before what could not be checked."""
    made = list(results)
    new = sum(len(one.failing) for one in made if not one.unsound)
    silent = [one for one in made if one.verdict is Verdict.INCONCLUSIVE]
    accepted = sum(len(one.accepted) for one in made)
    counts = f"{counted(len(made), 'audit')}, {counted(new, 'new finding')}, {accepted} accepted"
    if stopped:
        verdict = Verdict.INTERRUPTED
    elif new:
        verdict = Verdict.FINDINGS
    elif silent or not made:
        verdict = Verdict.INCONCLUSIVE
        counts += f"; {silent[0].target}: {silent[0].why}" if silent else ""
    else:
        verdict = Verdict.CLEAN
        counts += "; finding nothing is no proof"
    return Gate(made, acceptance, verdict, counts)
