"""What came of each rule that was tried: found, paid under another rule's cause, or nothing."""

from __future__ import annotations

from collections.abc import Iterable

from audits.findings import Finding
from audits.rewards.judge import Attempt

FOUND, FOLDED, NOTHING = "found", "paid, under another rule's finding", "nothing found"


def came_of(rules: Iterable[str], tried: list[Attempt], found: list[Finding]) -> dict[str, str]:
    """Say it of each rule; a rule whose symptoms were folded under another is not called clean."""
    shown = {one.rule for one in found}
    paid = {one.proposal.rule for one in tried if one.paid}
    return {
        rule: FOUND if rule in shown else FOLDED if rule in paid else NOTHING
        for rule in sorted(rules)
    }
