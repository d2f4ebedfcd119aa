"""What every framework is given of the refund desk: its cases, the prompt, and a score's parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attackers.loop import asked, system_prompt
from audits.rescore.scorers import scored_by
from audits.target import case_set, refund_target
from desk.refund import Case, CaseSet, RefundRollout, Ticket
from scorer import Score, Scorer, read_refund
from scorer.measures import duplicate_effects, unauthorized_cents
from scorer.owed import unowed_cents

DESCRIPTION = (
    "A refund desk with four tools, where money is lost to timeouts, stale reads, repeated tickets "
    "and other workers. The score is recomputed from the desk's own log."
)


@dataclass(frozen=True, slots=True)
class RefundExport:
    """The refund desk with a scorer and cases.

    `scorer`, `cases` and `hints` are those of the command line. Raises `CannotAuditError` for a
    name that there is not.
    """

    scorer: Scorer[Any]
    cases: CaseSet
    system: str
    """The prompt; the hints are in it where they were asked for."""

    @classmethod
    def named(
        cls, scorer: str = "hardened", cases: str = "eval", hints: bool = False
    ) -> RefundExport:
        """Build it of names."""
        built = refund_target(scorer).scorer
        return cls(built, case_set(cases), system_prompt(hints))

    def case(self, name: str) -> Case:
        """Find a case by its id. Raises `KeyError`."""
        return {case.id: case for case in self.cases.cases}[name]

    def score(self, rollout: RefundRollout) -> Score:
        """Score a rollout; `value` is None where the infrastructure spoilt it."""
        return scored_by(self.scorer, rollout)


def ticket_text(case: Case) -> str:
    """Write what a model is asked: the customer's words, and the order if they do not name it."""
    return asked(Ticket(case.order, case.ticket))


def harm(rollout: RefundRollout) -> dict[str, int]:
    """Measure what went wrong beside the reward: a count, and cents."""
    seen = read_refund(rollout)
    return {
        "duplicates": duplicate_effects(seen),
        "over_cap_cents": unauthorized_cents(seen),
        "unowed_cents": unowed_cents(seen),
    }


def told(rollout: RefundRollout, score: Score) -> dict[str, Any]:
    """Say of a score what its number does not: the terms, and how the rollout died, if it did."""
    failure = rollout.failure
    return {
        "terms": dict(score.terms),
        "dead": score.dead,
        "why": score.why or "",
        "failure": f"{failure.by} {failure.kind}" if failure else "",
    }
