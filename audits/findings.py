"""A finding: a rule, a smallest counter-example, what it earned, how to replay it."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

from audits.provenance import identity
from audits.rules import RULES, Severity


class Reach(msgspec.Struct, frozen=True):
    """How many rows (cases, or rollouts of them) a finding reaches, of how many tried."""

    rows: int
    of: int


class Call(msgspec.Struct, frozen=True):
    """One tool call of a counter-example."""

    tool: str
    args: dict[str, Any]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One finding; a value, and part of the documented JSON as it stands."""

    rule: str
    severity: Severity
    title: str
    """What is paid or denied, in one sentence."""
    shape: str
    """The mechanism without numbers or wording: with rule and target it makes the fingerprint."""
    case: str | None = None
    earned: float | None = None
    """What the counter-example earned; None if it was not scored."""
    reference_earned: float | None = None
    terms: dict[str, float] = {}
    """The terms that paid it, with what each gave (as the scorer's term gives it, 0 to 1)."""
    reach: Reach = Reach(1, 1)
    counterexample: dict[str, Any] = {}
    """`calls`: a list of {tool, args}; and what else makes the example, by name."""
    replay: str = ""
    """The command that shows it again."""

    def fingerprint(self, target: str) -> str:
        """Name this finding for a baseline: rule, target and shape, never a number or wording."""
        return sha256("\n".join((self.rule, identity(target), self.shape)).encode()).hexdigest()[
            :16
        ]


def finding(rule: str, title: str, shape: str, **rest: Any) -> Finding:
    """Make a finding with its rule's own severity, unless a milder `severity` is given.

    Raises `ValueError` for a graver one: what is listed of a rule must hold.
    """
    gravest, order = RULES[rule].severity, list(Severity)
    severity = rest.pop("severity", gravest)
    if order.index(severity) < order.index(gravest):
        raise ValueError(f"severity: expected {gravest} or milder for {rule}; got {severity}")
    return Finding(rule=rule, severity=severity, title=title, shape=shape, **rest)


def paying_terms(terms: Mapping[str, float]) -> dict[str, float]:
    """Keep the terms that paid."""
    return {name: value for name, value in terms.items() if value > 0}


def call_list(calls: list[Call]) -> list[dict[str, Any]]:
    """Write calls as the documented JSON has them."""
    return [{"tool": call.tool, "args": call.args} for call in calls]
