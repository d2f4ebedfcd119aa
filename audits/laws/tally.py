"""What came of one law: how often it held, was broken, did not apply, or could not be checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from audits.events import Counted
from audits.laws.law import Broken, Law, NotApplicableError
from audits.laws.trial import Trial

GENERATED, GIVEN = "generated", "given"
"""Where the cases of a trial come from."""


@dataclass(slots=True)
class Breach:
    """One mechanism by which a law is broken: how often, and a trial that showed it."""

    mechanism: str
    broken: Broken
    trial: Trial
    pool: str = ""
    """Where the case of that trial comes from."""
    rows: int = 0


@dataclass(slots=True)
class Tally:
    """The count of one law."""

    law: Law
    tried: int = 0
    broken: int = 0
    not_applicable: int = 0
    errors: list[str] = field(default_factory=list)
    breaches: dict[str, Breach] = field(default_factory=dict)
    trials: list[Trial] = field(default_factory=list)
    """What was drawn, for the canaries to be held against."""
    canaries: int = 0
    canaries_caught: int = 0

    def take(self, trial: Trial, judge: Callable[[], Broken | None], pool: str = "") -> bool:
        """Count one judgement of a trial; return whether it broke the law."""
        try:
            broken = judge()
        except NotApplicableError:
            self.not_applicable += 1
            return False
        except Exception as error:  # noqa: BLE001 - a scorer under audit may raise anything
            self.errors.append(f"{type(error).__name__}: {error}")
            return False
        self.tried += 1
        if broken is None:
            return False
        for mechanism in broken.mechanisms:
            self._count(Breach(mechanism, broken, trial, pool))
        self.broken += 1
        return True

    def _count(self, breach: Breach) -> None:
        """Count a breach; shown is the first trial in which the fewest other terms moved."""
        known = self.breaches.get(breach.mechanism)
        rows = known.rows + 1 if known else 1
        shown = known if known and len(known.broken.terms) <= len(breach.broken.terms) else breach
        self.breaches[breach.mechanism] = replace(shown, rows=rows)

    def counted(self, must_apply: bool = True) -> Counted:
        """Sum up as an event; a law that must apply and never did was not checked."""
        missed, why = len(self.errors), ""
        if missed:
            why = f"law {self.law.name}: {missed} of {missed + self.tried} checks: {self.errors[0]}"
        elif must_apply and not self.tried:
            missed = 1
            why = f"law {self.law.name}: none of {self.not_applicable} trials was one for it"
        return Counted(self.tried, self.not_applicable, missed, why)

    def row(self) -> dict[str, object]:
        """Sum up as a line of the report's table."""
        return {
            "name": self.law.name,
            "statement": self.law.statement,
            "applies_to": self.law.applies_to,
            "tried": self.tried,
            "not_applicable": self.not_applicable,
            "could_not_run": len(self.errors),
            "broken": self.broken,
            "canaries_caught": self.canaries_caught,
            "canaries": self.canaries,
        }
