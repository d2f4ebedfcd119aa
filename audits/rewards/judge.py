"""From what attacks earned to findings: row by row against what that row's reference earns.

A mean never hides a row, and a proposal proves something only as far as its `Proof` goes: wrong by
construction, wrong if the same words are paid on rows with different answers, wrong if one rule of
thumb is paid on every row, wrong if it earns clearly more than the reference, or a lead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from attackers import Needs
from attackers.completions.form import answer_of
from attackers.completions.lenient import plain, text_of
from attackers.rows import Proof, Proposal, Row
from audits.dust import FLOAT_DUST, ROUNDING
from audits.findings import Finding, Reach, finding
from audits.rewards.outcome import Kind, Outcome
from audits.rules import Severity

HELD = {"R105", "R106"}
"""Rules that speak of texts which hold the right answer and are wrong."""

BESIDE = {"R205", "R207", "R308"}
"""Rules that speak of runs and end states which hold the work, and more beside it."""

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
    base: Outcome | None = None
    """What the proposal's base came to by itself; None if it has none."""

    @property
    def share(self) -> float:
        """What it earned, as a share of the reference's reward; 0 if it was not scored."""
        return self._share(self.outcome)

    @property
    def bought(self) -> bool:
        """Whether it earned more than what it is built on, if it is built on anything."""
        if self.base is None:
            return True
        alone = self._share(self.base)
        return self.share > alone + FLOAT_DUST and (alone > 0 or not self.proposal.base_paid)

    def _share(self, outcome: Outcome) -> float:
        earned = outcome.value if outcome.kind is Kind.VALUE else None
        return (earned or 0.0) / self.ceiling

    @property
    def paid(self) -> bool:
        """Whether it earned enough to count as paid."""
        if self.proposal.proof is Proof.EXCESS:
            return self.share > 1 + ROUNDING
        return self.share >= self.proposal.bar - FLOAT_DUST


def judge(attempts: Iterable[Attempt]) -> Iterator[Finding]:
    """Yield one finding per mechanism that was paid; the symptoms of one cause under that cause."""
    paid = _mechanisms(list(attempts))
    causes, symptoms = _causes([one for one in paid if one.severity is Severity.ERROR])
    for cause in causes:
        yield _finding(cause, symptoms.get(cause.attack, []))
    for one in paid:
        if one.severity is not Severity.ERROR and not _explained(one, causes):
            yield _finding(one, [])


def proven(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Give the attempts that are proven wrong and paid, mechanism by mechanism."""
    errors = [one for one in _mechanisms(attempts) if one.severity is Severity.ERROR]
    return [attempt for one in errors for attempt in one.paid]


def plainest_paid(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Give the plainest attempt of every mechanism that was paid."""
    return [one.best for one in _mechanisms(attempts)]


def paid_mechanisms(attempts: Sequence[Attempt]) -> set[tuple[str, str]]:
    """Give every mechanism that was paid, causes and symptoms alike, by its rule and name."""
    return {(one.rule, one.attack) for one in _mechanisms(attempts)}


class Cause(msgspec.Struct, frozen=True):
    """A mechanism that is proven wrong and paid, with those that are paid where it is."""

    best: Attempt
    """The plainest attempt that was paid."""
    reach: Reach
    symptoms: list[str]


def causes_among(tried: Sequence[Attempt], counts: Callable[[Attempt], bool]) -> Iterator[Cause]:
    """Give the causes among those proven attempts that count; all that was tried is proof."""
    errors = [one for one in _mechanisms(tried) if one.severity is Severity.ERROR]
    left = [replace(one, paid=[made for made in one.paid if counts(made)]) for one in errors]
    causes, symptoms = _causes([one for one in left if one.paid])
    for cause in causes:
        yield Cause(cause.best, cause.reach, symptoms.get(cause.attack, []))


def _mechanisms(tried: Sequence[Attempt]) -> list[_Paid]:
    """Give each mechanism that was paid; what its base is paid as well counts for nothing."""
    groups: dict[tuple[str, str], list[Attempt]] = defaultdict(list)
    for attempt in (one for one in tried if one.bought or not one.paid):
        groups[attempt.proposal.rule, attempt.proposal.attack].append(attempt)
    return [one for (rule, attack), made in groups.items() if (one := _paid(rule, attack, made))]


@dataclass(frozen=True, slots=True)
class _Paid:
    """One mechanism that was paid: its attempts, all and paid."""

    rule: str
    attack: str
    severity: Severity
    tried: list[Attempt]
    paid: list[Attempt]

    @property
    def best(self) -> Attempt:
        """The plainest attempt that was paid."""
        return min(self.paid, key=_plainness)

    @property
    def rows(self) -> set[int]:
        """The rows on which it was paid."""
        return {one.row.index for one in self.paid}

    @property
    def reach(self) -> Reach:
        """On how many of the rows it was tried on it was paid."""
        return Reach(len(self.rows), len({one.row.index for one in self.tried}))


def _paid(rule: str, attack: str, tried: list[Attempt]) -> _Paid | None:
    paid = [one for one in tried if one.paid]
    proven = [one for one in paid if _is_proven(one, tried)]
    if proven:
        return _Paid(rule, attack, Severity.ERROR, tried, proven)
    if not paid:
        return None
    sure = any(one.proposal.proof is not Proof.LEAD for one in paid)
    return _Paid(rule, attack, Severity.WARNING if sure else Severity.NOTE, tried, paid)


def _causes(errors: list[_Paid]) -> tuple[list[_Paid], dict[str, list[str]]]:
    """Split into causes and symptoms: what is paid only where a plainer cheat is paid already."""
    causes: list[_Paid] = []
    symptoms: dict[str, list[str]] = defaultdict(list)
    for one in sorted(errors, key=lambda error: (-len(error.rows), _plainness(error.best))):
        cause = next((cause for cause in causes if _explains(cause, one)), None)
        if cause is None:
            causes.append(one)
        else:
            symptoms[cause.attack].append(one.attack)
    return causes, symptoms


def _explains(cause: _Paid, one: _Paid) -> bool:
    """A cheat that needs less and is paid on the same rows: there, anything goes.

    Texts that hold the right answer and are wrong are one cause, however they hold it. What holds
    the work, and harm beside it, does not show that anything goes: it explains harm only.
    """
    if cause.rule in BESIDE and one.rule not in BESIDE:
        return False
    return (
        (
            cause.best.proposal.needs in (Needs.NOTHING, Needs.PROMPT)
            or {cause.rule, one.rule} <= HELD
        )
        and cause.rows >= one.rows
        and cause.best.share >= one.best.share - FLOAT_DUST
    )


def _explained(one: _Paid, causes: list[_Paid]) -> bool:
    return any(_explains(cause, one) for cause in causes)


def _is_proven(attempt: Attempt, tried: list[Attempt]) -> bool:
    return PROOFS[attempt.proposal.proof](attempt, tried)


def _paid_mostly(_attempt: Attempt, tried: list[Attempt]) -> bool:
    rows = {one.row.index for one in tried}
    return 2 * len({one.row.index for one in tried if one.paid}) >= len(rows)


def _another_form_costs(attempt: Attempt, tried: list[Attempt]) -> bool:
    return any(not one.paid for one in tried if one.row.index == attempt.row.index)


def _every_form_is_paid(attempt: Attempt, tried: list[Attempt]) -> bool:
    return all(one.paid for one in tried if one.row.index == attempt.row.index)


def _paid_for_different_answers(attempt: Attempt, tried: list[Attempt]) -> bool:
    """Tell whether the same text is paid on rows with different golds."""
    text = attempt.proposal.answer
    golds = {_gold(one.row) for one in tried if one.paid and one.proposal.answer == text}
    return len(golds) > 1


def _gold(row: Row) -> str:
    return plain(answer_of(row) if row.gold is None else text_of(row.gold))


def _paid_everywhere(_attempt: Attempt, tried: list[Attempt]) -> bool:
    rows = {one.row.index for one in tried}
    paid = {one.row.index for one in tried if one.paid}
    return len(rows) >= POLICY_ROWS and paid == rows


PROOFS: dict[Proof, Callable[[Attempt, list[Attempt]], bool]] = {
    Proof.WRONG: lambda _attempt, _tried: True,
    Proof.CONSTANT: _paid_for_different_answers,
    Proof.POLICY: _paid_everywhere,
    Proof.MOSTLY: _paid_mostly,
    Proof.PARTLY: _another_form_costs,
    Proof.EITHER: _every_form_is_paid,
    Proof.EXCESS: lambda attempt, _tried: attempt.share > EXCESS,
    Proof.DOUBT: lambda _attempt, _tried: False,
    Proof.LEAD: lambda _attempt, _tried: False,
}
"""When an attempt that was paid is proven wrong, among all those of its mechanism."""


UNPROVEN: dict[Proof, str] = {
    Proof.CONSTANT: "it was not paid on rows with different right answers",
    Proof.POLICY: "it was not paid on every row",
    Proof.MOSTLY: "it was paid on fewer than half of the rows",
    Proof.PARTLY: "no other form of it costs anything here",
    Proof.EITHER: "another form of it is not paid",
    Proof.EXCESS: f"it earns no more than {EXCESS:g} times what the reference does",
    Proof.DOUBT: "a reward may mean to pay it, and no row tells that it must not",
    Proof.LEAD: "a sound reward may pay it; whether it should is yours to say",
}
"""Why an attempt that was paid is no error, in the words of its proof."""


def _finding(one: _Paid, symptoms: list[str]) -> Finding:
    best = one.best
    earned, ceiling = best.outcome.value or 0.0, best.ceiling
    row = best.row.index
    return finding(
        one.rule,
        f"{one.attack} is paid {earned:g}, where the reference earns {ceiling:g}: "
        f"{best.proposal.wrong}",
        one.attack,
        severity=one.severity,
        case=f"row {row}",
        earned=earned,
        reference_earned=ceiling,
        reach=one.reach,
        counterexample=_example(best) | _told(one, symptoms),
    )


def _told(one: _Paid, symptoms: list[str]) -> dict[str, Any]:
    """Say what else is paid with it, and of what is no error why it is none."""
    told: dict[str, Any] = {"also paid": symptoms} if symptoms else {}
    if one.severity is not Severity.ERROR:
        told["no error"] = UNPROVEN[one.best.proposal.proof]
    return told


def _plainness(attempt: Attempt) -> tuple[int, bool, float, int]:
    """Blind before gold-aware, doubts before leads, full pay before part of it, short first."""
    order = [Needs.NOTHING, Needs.PROMPT, Needs.PROCESS, Needs.GOLD]
    size = len(msgspec.json.encode(attempt.proposal.answer))
    lead = attempt.proposal.proof is Proof.LEAD
    return order.index(attempt.proposal.needs), lead, -min(attempt.share, 1.0), size


def _example(attempt: Attempt) -> dict[str, Any]:
    example = {"answer": attempt.proposal.answer, "needs": str(attempt.proposal.needs)}
    return example | ({"put": attempt.context} if attempt.context else {})
