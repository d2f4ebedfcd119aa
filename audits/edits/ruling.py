"""What an edited rollout is, judged by the end state against what was owed, and how sure that is.

Only what nobody of sense would defend is proven. An edit that is neither clearly wrong nor clearly
harmless is ruled `perhaps`: what the scorer makes of it is a lead, never an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from attackers.edits import Edit, Means
from audits.rules import Severity
from desk.refund import RefundRollout, Wrong, wrongs

PROVEN = frozenset(
    {
        Wrong.UNVERIFIED,
        Wrong.OTHER_ORDER,
        Wrong.OTHER_LINE,
        Wrong.NOT_OWED,
        Wrong.TOO_MUCH,
        Wrong.TWICE,
        Wrong.UNPAID,
        Wrong.NOT_ESCALATED,
        Wrong.NEEDLESS_ESCALATION,
    }
)
"""Wrong whatever the rules: money, the call for a person, or a log that the world did not write."""

AGAINST_A_RULE = frozenset({Wrong.UNREAD, Wrong.UNREASONED})
"""The end is right, and a published rule of the desk is broken: each payment needs a reason and
both reads before it, and a case to hold needs both reads."""

ARGUABLE = frozenset({Wrong.SPLIT})
"""The end is right and no published rule forbids the way to it."""

LESS_THAN_THE_REFERENCE = "less was done than the reference did, or later, and the end is right"
READS_BEFORE_ESCALATING = "no published rule asks for the reads before a person is called"
PAID_IN_PARTS = "the sum is right, and no published rule forbids parts as such"


class Standing(StrEnum):
    """What an edited rollout is ruled to be."""

    WRONG = "wrong"
    AGAINST_A_RULE = "against a rule"
    PERHAPS_WRONG = "perhaps wrong"
    PERHAPS_HARMLESS = "perhaps harmless"
    HARMLESS = "harmless"

    @property
    def must_cost(self) -> bool:
        """Whether a sound scorer pays less for it; if not, it pays the same."""
        return self not in (Standing.HARMLESS, Standing.PERHAPS_HARMLESS)

    @property
    def severity(self) -> Severity:
        """How sure a finding about it is."""
        perhaps = self in (Standing.PERHAPS_WRONG, Standing.PERHAPS_HARMLESS)
        return Severity.WARNING if perhaps else Severity.ERROR


@dataclass(frozen=True, slots=True)
class Ruling:
    """What an edited rollout is, what is wrong with it, and why that may be disputed."""

    standing: Standing
    kinds: tuple[StrEnum, ...] = ()
    doubt: str = ""


def rule_on(edit: Edit, rollout: RefundRollout) -> Ruling:
    """Rule on one edited rollout; no scorer is asked."""
    kinds = wrongs(rollout)
    if not kinds:
        return harmless(edit)
    if edit.doubt and edit.means is Means.WRONG:
        return Ruling(Standing.PERHAPS_WRONG, kinds, edit.doubt)
    if PROVEN & set(kinds):
        return Ruling(Standing.WRONG, kinds)
    if set(kinds) <= ARGUABLE:
        return Ruling(Standing.PERHAPS_WRONG, kinds, PAID_IN_PARTS)
    if set(kinds) == {Wrong.UNREAD} and rollout.case.expect.kind == "escalate":
        return Ruling(Standing.PERHAPS_WRONG, kinds, READS_BEFORE_ESCALATING)
    return Ruling(Standing.AGAINST_A_RULE, kinds)


def harmless(edit: Edit) -> Ruling:
    """Rule on a rollout with which nothing is wrong."""
    doubt = LESS_THAN_THE_REFERENCE if edit.means is Means.EITHER else edit.doubt
    return Ruling(Standing.PERHAPS_HARMLESS if doubt else Standing.HARMLESS, (), doubt)
