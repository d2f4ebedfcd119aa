"""A report as SARIF 2.1.0, for code scanning: one run, a result for each finding.

A result's `partialFingerprints` are the finding's own fingerprint, so that an alert stays the same
alert; its location is the line of the code that paid.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from audits.attacks.rows import SCHEMA_VERSION
from audits.findings import Finding
from audits.provenance import catalogue
from audits.report.report import Report, counted_as, earnings, placed
from audits.result import Result
from audits.rules import RULES, Rule, Severity
from audits.verdict import Verdict
from clawback import __version__

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
"""SARIF's word for each severity."""

FINGERPRINT = "clawback/v1"


def write(report: Report) -> str:
    """Write the log."""
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report)]}
    return json.dumps(log, indent=2, ensure_ascii=False)


def _run(report: Report) -> dict[str, Any]:
    rules = sorted({found.rule for result in report.results for found in result.findings})
    return {
        "tool": {
            "driver": {
                "name": "clawback",
                "version": __version__,
                "rules": [_rule(RULES[name]) for name in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "results": [_result(one, f, rules) for one in report.results for f in one.findings],
        "properties": {
            "schema_version": SCHEMA_VERSION,
            "catalogue": catalogue(),
            "verdict": str(report.verdict),
            "why": report.why,
            "audits": [_audit(result) for result in report.results],
        },
    }


def _audit(result: Result) -> dict[str, Any]:
    return {
        "audit": result.audit,
        "target": result.target,
        "seed": result.seed,
        "target_digest": result.source.digest,
        "verdict": str(result.verdict),
        "tried": result.tried,
        "not_applicable": result.not_applicable,
        "could_not_run": result.could_not_run,
    }


def _invocation(report: Report) -> dict[str, Any]:
    """Say whether the audit could be made; what kept it from being made is a notification."""
    made = report.verdict in (Verdict.CLEAN, Verdict.FINDINGS)
    whys = [why for result in report.results for why in result.reasons] or [report.why]
    level = "warning" if made else "error"
    told = [(level, why) for why in whys] if not made or _reasons(report) else []
    told += [("note", note) for note in report.notes]
    return {
        "executionSuccessful": made,
        "exitCode": int(report.verdict.exit),
        "toolExecutionNotifications": [
            {"level": level, "message": {"text": text}} for level, text in told
        ],
    }


def _reasons(report: Report) -> bool:
    return any(result.reasons for result in report.results)


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "help": {"text": f"{rule.why} {rule.fix}"},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
    }


def _result(result: Result, found: Finding, rules: list[str]) -> dict[str, Any]:
    place = placed(result, found)
    physical = {
        "artifactLocation": {"uri": quote(place.file)},
        "region": {"startLine": place.line},
    } if place else None  # fmt: skip
    logical = [{"fullyQualifiedName": result.target, "kind": "function"}]
    return {
        "ruleId": found.rule,
        "ruleIndex": rules.index(found.rule),
        "level": LEVELS[found.severity],
        "message": {"text": _message(found)},
        "locations": [
            ({"physicalLocation": physical} if physical else {}) | {"logicalLocations": logical}
        ],
        **_suppressed(result, found),
        "partialFingerprints": {FINGERPRINT: found.fingerprint(result.target)},
        "properties": {
            "counterexample": found.counterexample,
            "earned": found.earned,
            "reference_earned": found.reference_earned,
            "reaches": found.reach.rows,
            "of": found.reach.of,
            "case": found.case,
            "replay": found.replay,
        },
    }


def _suppressed(result: Result, found: Finding) -> dict[str, Any]:
    reason = result.reason_for(found)
    if reason is None:
        return {}
    return {"suppressions": [{"kind": "external", "justification": reason}]}


def _message(found: Finding) -> str:
    reach = f"reaches {found.reach.rows} of {found.reach.of}"
    told = [found.title, earnings(found), reach, counted_as(found)]
    return "; ".join(one for one in told if one) + (
        f". Replay: {found.replay}" if found.replay else "."
    )
