"""Searches that several tests look at, each made once."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from audits.findings import Finding
from audits.result import Result, result_of
from audits.search import SearchPlan, search
from audits.target import Target, refund_target
from desk.refund import CaseSet, eval_cases

FEW = ("clean-01", "dupticket-01", "overcap-01")
"""One case to pay, one to hold, one to escalate."""


def searched(target: Target, **plan: Any) -> Result:
    return result_of("search", target, plan.get("seed", 0), search(target, SearchPlan(**plan)))


@cache
def published(*reverts: str, **plan: Any) -> Result:
    return searched(refund_target("published", reverts), **plan)


def on_few(target: Target) -> Target:
    """The same target, with three cases only."""
    few = tuple(case for case in eval_cases().cases if case.id in FEW)
    return replace(target, cases=CaseSet("few", few))


def named(result: Result) -> dict[str, Finding]:
    """Return the findings by the mechanism's name."""
    return {found.shape.split(" ")[0]: found for found in result.findings}


def rules(result: Result) -> dict[str, str]:
    return {name: found.rule for name, found in named(result).items()}
