"""What came of each rule that was tried: found, paid under another rule's cause, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from audits.events import Kept
from audits.findings import Finding
from audits.rewards.judge import Attempt, paid_mechanisms

FOUND, FOLDED, NOTHING = "found", "paid, under another rule's finding", "nothing found"
NO_MORE = "paid no more than what it was built on"
"""Of a death, or of harm, that bought nothing: the same run earns as much without."""


def came_of(rules: Iterable[str], tried: list[Attempt], found: list[Finding]) -> dict[str, str]:
    """Say it of each rule; a rule whose symptoms were folded under another is not called clean."""
    shown = {one.rule for one in found}
    paid = {one.proposal.rule for one in tried if one.paid}
    bought = {rule for rule, _ in paid_mechanisms(tried)}
    return {rule: _came_of(rule in shown, rule in bought, rule in paid) for rule in sorted(rules)}


def _came_of(shown: bool, bought: bool, paid: bool) -> str:
    return FOUND if shown else FOLDED if bought else NO_MORE if paid else NOTHING


def folded(tried: list[Attempt], found: list[Finding]) -> Iterator[Kept]:
    """Keep which mechanisms were tried, and which were paid and are no finding of their own."""
    shown = {(one.rule, one.shape) for one in found}
    yield Kept("tried", {(one.proposal.rule, one.proposal.attack) for one in tried})
    yield Kept("folded", paid_mechanisms(tried) - shown)
