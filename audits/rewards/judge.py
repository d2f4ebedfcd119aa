"""From what attacks earned to findings: row by row against what that row's reference earns.

A mean never hides a row, and a proposal proves something only as far as its `Proof` goes: wrong by
construction, wrong if the same words are paid on rows with different answers, wrong if one rule of
thumb is paid on every row, wrong if it earns clearly more than the reference, or a lead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from attackers import Needs
from attackers.completions.form import answer_of
from attackers.completions.lenient import plain
from attackers.rows import Proof, Proposal, Row
from audits.findings import Finding, Reach, finding
from audits.rewards.outcome import Kind, Outcome
from audits.rules import Severity

EXCESS = 1.5
"""How many times the reference's reward is clearly more than it."""

POLICY_ROWS = 3
"""On how many rows at least a rule of thumb must be tried to say anything."""


class Attempt(msgspec.Struct, frozen=True):
    """A proposal, tried on its row. `ceiling` is what the row's reference earned."""

    row: Row
    proposal: Proposal
    outcome: Outcome
    ceiling: float
    context: str = ""
    """How it was put if not alone, e.g. among the references of the other rows."""

    @property
    def share(self) -> float:
        """What it earned, as a share of the reference's reward; 0 if it was not scored."""
        if self.outcome.kind is not Kind.VALUE or self.outcome.value is None:
            return 0.0
        return self.outcome.value / self.ceiling

    @property
    def paid(self) -> bool:
        """Whether it earned enough to count as paid."""
        if self.proposal.proof is Proof.EXCESS:
            return self.share > 1.0 + 1e-6
        return self.share >= self.proposal.bar - 1e-9


def judge(attempts: Iterable[Attempt], words: str) -> Iterator[Finding]:
    """Yield one finding per mechanism that was paid."""
    groups: dict[tuple[str, str], list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        groups[attempt.proposal.rule, attempt.proposal.attack].append(attempt)
    for (rule, attack), tried in groups.items():
        proven = [one for one in tried if one.paid and _is_proven(one, tried)]
        leads = [one for one in tried if one.paid and one not in proven] if not proven else []
        for paid, severity in ((proven, Severity.ERROR), (leads, Severity.WARNING)):
            if paid:
                yield _finding(rule, attack, paid, tried, severity, words)


def _is_proven(attempt: Attempt, tried: list[Attempt]) -> bool:
    match attempt.proposal.proof:
        case Proof.WRONG:
            return True
        case Proof.CONSTANT:
            return _paid_for_different_answers(attempt, tried)
        case Proof.POLICY:
            return _paid_everywhere(tried)
        case Proof.EXCESS:
            return attempt.share > EXCESS
        case Proof.LEAD:
            return False


def _paid_for_different_answers(attempt: Attempt, tried: list[Attempt]) -> bool:
    """Tell whether the same text, or the same trick, is paid on rows with different golds."""
    text = attempt.proposal.answer
    golds = {plain(answer_of(one.row)) for one in tried if one.paid and one.proposal.answer == text}
    return len(golds) > 1


def _paid_everywhere(tried: list[Attempt]) -> bool:
    rows = {one.row.index for one in tried}
    paid = {one.row.index for one in tried if one.paid}
    return len(rows) >= POLICY_ROWS and paid == rows


def _finding(
    rule: str,
    attack: str,
    paid: list[Attempt],
    tried: list[Attempt],
    severity: Severity,
    words: str,
) -> Finding:
    best = min(paid, key=_plainness)
    earned, ceiling = best.outcome.value or 0.0, best.ceiling
    return finding(
        rule,
        f"{attack} is paid {earned:g}, where the reference earns {ceiling:g}: "
        f"{best.proposal.wrong}",
        attack,
        severity=severity,
        case=f"row {best.row.index}",
        earned=earned,
        reference_earned=ceiling,
        reach=Reach(len({one.row.index for one in paid}), len({one.row.index for one in tried})),
        counterexample=_example(best),
        replay=f"clawback audit {words} --select {rule} --row {best.row.index}",
    )


def _plainness(attempt: Attempt) -> tuple[int, float, int]:
    """Blind before gold-aware, full pay before part of it, short before long."""
    order = [Needs.NOTHING, Needs.PROMPT, Needs.PROCESS, Needs.GOLD]
    size = len(msgspec.json.encode(attempt.proposal.answer))
    return order.index(attempt.proposal.needs), -min(attempt.share, 1.0), size


def _example(attempt: Attempt) -> dict[str, Any]:
    example = {"answer": attempt.proposal.answer, "needs": str(attempt.proposal.needs)}
    return example | ({"put": attempt.context} if attempt.context else {})
