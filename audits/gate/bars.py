"""A target's numbers against the limits that its project has set."""

from __future__ import annotations

from collections.abc import Iterator

from audits.dust import FLOAT_DUST
from audits.findings import Finding, finding
from audits.result import Result
from audits.settings import Bars

NUMBERS = {
    "max-cheat-ceiling": "cheat_ceiling",
    "max-best-blind-policy": "best_blind_policy",
    "max-dead-rollout-pay": "dead_rollout_pay",
    "max-right-answers-denied": "right_answers_denied",
}
"""Each limit's number in an audit's report."""


def hold_against(result: Result, own: Bars, general: Bars, replay: str) -> None:
    """Add a finding for each number over its limit; what was not measured cannot be held.

    `replay` is the command that holds them against it again: an audit by itself knows no limit.
    """
    for limit, number in NUMBERS.items():
        field = limit.replace("-", "_")
        most = getattr(own, field)
        most = getattr(general, field) if most is None else most
        if most is not None:
            result.findings = [*result.findings, *_over(result, limit, number, most, replay)]


def _over(result: Result, limit: str, number: str, most: float, replay: str) -> Iterator[Finding]:
    value = (result.extra.get("numbers") or {}).get(number)
    value = value["mean"] if isinstance(value, dict) else value
    if value is None:
        result.could_not_run += 1
        result.reasons = [*result.reasons, f"{limit}: {number} was not measured"]
    elif value > most + FLOAT_DUST:
        yield finding(
            "G801",
            f"{number} is {value:g}, and {limit} is {most:g}",
            limit,
            earned=value,
            counterexample={"number": number, "value": value, "limit": most},
            replay=replay,
        )
