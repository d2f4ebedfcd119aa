"""What there is to say of one policy: accounting, metrics, gate; and the same as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any

import msgspec

from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.qualify.account import Account, account
from audits.qualify.gate import GATE, LEAST_FAMILIES, Item, gate
from audits.qualify.metrics import Metrics, Ratio, metrics
from audits.qualify.read import FROZEN, planned_of
from audits.qualify.record import Planned, Record
from audits.verdict import Exit


class Qualification(msgspec.Struct, frozen=True):
    """The measure of one policy, and whether it may go on."""

    policy: dict[str, str]
    """Model revision, task revision and harness; empty if there is no record."""
    digest: str
    """SHA-256 over records and plan, as hex."""
    count_truncated: bool
    account: Account
    metrics: Metrics
    gate: list[Item]

    @property
    def failing(self) -> list[Item]:
        """The items of the gate that do not hold."""
        return [item for item in self.gate if not item.holds]

    @property
    def ready(self) -> bool:
        """Whether every item holds."""
        return not self.failing

    @property
    def verdict(self) -> str:
        """The word that agrees with the exit code."""
        return "READY" if self.ready else "NOT READY"

    @property
    def exit(self) -> Exit:
        """The exit code: 0 ready, 1 not ready."""
        return Exit.CLEAN if self.ready else Exit.FINDINGS


def qualify(
    records: Sequence[Record],
    plan: Sequence[Planned] | None = None,
    count_truncated: bool = False,
) -> Qualification:
    """Measure a policy; without a plan, the records tell what was planned.

    `count_truncated` is the lenient reading of a mixed group: a truncated attempt counts as its
    failure. Raises `CannotAuditError` where records contradict each other or the plan.
    """
    planned = planned_of(records, plan)
    accounted = account(records, planned)
    measured = metrics(records, planned, count_truncated)
    return Qualification(
        policy={name: getattr(records[0], name) for name in FROZEN} if records else {},
        digest=sha256(msgspec.json.encode((records, planned))).hexdigest(),
        count_truncated=count_truncated,
        account=accounted,
        metrics=measured,
        gate=gate(measured, accounted),
    )


def document(found: Qualification) -> dict[str, Any]:
    """Return the report as JSON has it: fractions as `n/d`, null where undefined."""
    seen = found.metrics
    builtins: dict[str, Any] = msgspec.to_builtins(
        {
            "schema_version": SCHEMA_VERSION,
            "tool": Tool(),
            "policy": found.policy,
            "digest": found.digest,
            "count_truncated": found.count_truncated,
            "accounting": {
                "holds": found.account.holds,
                "accounted": found.account.accounted,
                "infra_invalid": seen.infra_invalid,
            }
            | msgspec.to_builtins(found.account),
            "metrics": {
                "tool_protocol_valid_rate": _told(seen.protocol, "protocol"),
                "executable_completion_rate": _told(seen.completion, "completion"),
                "mixed_scenario_group_fraction": _told(seen.groups.fraction, "mixed"),
                "material_control_violation_rate": _told(seen.control),
                "truncation_rate": _told(seen.truncation, "truncation"),
                "median_generated_tokens_per_episode": _median(seen.tokens),
                "median_tool_calls_per_episode": _median(seen.calls),
            },
            "mixed_families": {
                "count": seen.groups.mixed_families,
                "least": LEAST_FAMILIES,
                "families": {name: _told(of) for name, of in seen.groups.families.items()},
            },
            "not_counted": seen.uncounted,
            "gate": [{"item": i.name, "holds": i.holds, "why": i.why} for i in found.gate],
            "verdict": found.verdict,
        }
    )
    return builtins


def _told(ratio: Ratio, item: str = "") -> dict[str, Any]:
    value = ratio.value
    told = {
        "numerator": ratio.numerator,
        "denominator": ratio.denominator,
        "fraction": None if value is None else str(value),
        "value": None if value is None else float(value),
    }
    if item:
        told |= {"least": str(GATE[item].least), "most": str(GATE[item].most)}
    return told


def _median(value: Fraction | None) -> dict[str, Any]:
    if value is None:
        return {"fraction": None, "value": None}
    return {"fraction": str(value), "value": float(value)}
