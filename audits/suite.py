"""All audits of a target under one verdict: a table of audits, a row each, and what they add up to.

To add an audit, add a line to `AUDITS`. One that cannot be imported is not left out: it has a row,
and the suite is then never clean.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import msgspec

from attackers import Role
from audits.attacks import AgentVerdict, AttackReport
from audits.attacks.rows import SCHEMA_VERSION, CasesRow, Tool
from audits.errors import CannotAuditError
from audits.events import Event
from audits.result import Result
from audits.rules import Severity
from audits.target import Target
from audits.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Audit:
    """One audit by the names that it is found under: a function `(target, plan) -> events`."""

    name: str
    module: str
    run: str
    plan: str

    def events(
        self, target: Target, seed: int, arguments: str, **options: Any
    ) -> Generator[Event, None, None]:
        """Start it with its default plan, but for `options`. Raises `CannotAuditError`."""
        try:
            module: Any = import_module(self.module)
            run, plan = getattr(module, self.run), getattr(module, self.plan)
        except (ImportError, AttributeError) as error:
            raise CannotAuditError(f"it cannot be imported: {error}") from None
        events: Generator[Event, None, None] = run(
            target, plan(seed=seed, arguments=arguments, **options)
        )
        return events


AUDITS = (
    Audit("faults", "audits.dead", "faults", "FaultsPlan"),
    Audit("laws", "audits.laws", "laws", "LawsPlan"),
    Audit("mutate", "audits.mutants", "mutate", "MutatePlan"),
    Audit("edits", "audits.edits", "edits", "EditsPlan"),
    Audit("search", "audits.search", "search", "SearchPlan"),
    Audit("twins", "audits.twins", "twins", "TwinsPlan"),
)


class SuiteRow(msgspec.Struct, frozen=True):
    """One audit in the suite's summary; counts are the audit's own."""

    audit: str
    tried: int
    could_not_run: int
    errors: int
    warnings: int
    verdict: Verdict
    why: str


class SuiteReport(msgspec.Struct, frozen=True):
    """All audits of one target; encodes to the documented JSON as it stands."""

    schema_version: int
    tool: Tool
    target: str
    target_digest: str
    cases: CasesRow
    seed: int
    summary: list[SuiteRow]
    audits: dict[str, Any]
    """Each audit's own document by its name, where it was begun."""
    verdict: Verdict
    why: str


def suite_report(
    target: Target, seed: int, report: AttackReport, rows: list[SuiteRow], results: list[Result]
) -> SuiteReport:
    """Put the attack suite's report, the rows and the other audits' results together."""
    cases = target.cases
    verdict, why = overall(report, rows)
    return SuiteReport(
        schema_version=SCHEMA_VERSION,
        tool=Tool(),
        target=target.name,
        target_digest=target.source.digest,
        cases=CasesRow(cases.name, len(cases.cases), cases.digest),
        seed=seed,
        summary=rows,
        audits={"attack": report, **{made.audit: made.document() for made in results}},
        verdict=verdict,
        why=why,
    )


def attack_row(report: AttackReport) -> SuiteRow:
    """Sum the attack suite up: what is tried are attackers, and a paid one is an error."""
    rows = [row for row in report.agents if row.role == Role.ATTACKER]
    verdicts = [row.verdict for row in rows]
    return SuiteRow(
        audit="attack",
        tried=len(rows),
        could_not_run=verdicts.count(AgentVerdict.COULD_NOT_RUN),
        errors=verdicts.count(AgentVerdict.PAID),
        warnings=0,
        verdict=report.verdict,
        why=report.why,
    )


def audit_row(result: Result) -> SuiteRow:
    """Sum one audit up."""
    severities = [found.severity for found in result.findings]
    return SuiteRow(
        audit=result.audit,
        tried=result.tried,
        could_not_run=result.could_not_run,
        errors=severities.count(Severity.ERROR),
        warnings=severities.count(Severity.WARNING),
        verdict=result.verdict,
        why=result.why,
    )


def not_made(audit: str, verdict: Verdict, why: str) -> SuiteRow:
    """Make the row of an audit that could not be begun."""
    return SuiteRow(audit, 0, 0, 0, 0, verdict, why)


def overall(report: AttackReport, rows: Sequence[SuiteRow]) -> tuple[Verdict, str]:
    """Return the suite's verdict and why: the worst of its audits.

    A reference that is short of full marks comes before findings: nothing can be judged by it. Then
    what is proven comes before what could not be checked.
    """
    if not _at_full_marks(report) and report.verdict is not Verdict.INTERRUPTED:
        return Verdict.INCONCLUSIVE, report.why
    for verdict in (Verdict.INTERRUPTED, Verdict.FINDINGS, Verdict.INCONCLUSIVE):
        if named := [row.audit for row in rows if row.verdict is verdict]:
            return verdict, f"{verdict.lower()} in {len(named)} of {len(rows)}: {', '.join(named)}"
    warnings = sum(row.warnings for row in rows)
    found = f"nothing proven, {warnings} warnings" if warnings else "nothing found"
    return Verdict.CLEAN, f"{len(rows)} audits, {found}; finding nothing is no proof"


def _at_full_marks(report: AttackReport) -> bool:
    verdicts = [row.verdict for row in report.agents if row.role == Role.REFERENCE]
    return verdicts == [AgentVerdict.FULL_MARKS]
