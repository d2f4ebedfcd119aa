"""Runs of the twins audit, on our scorers and on one whose values are made up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from audits.result import Result, result_of
from audits.target import Target, refund_target
from audits.twins import AgentRow, TwinsPlan, twins
from desk.refund import RefundRollout
from scorer import Score

Judge = Callable[[RefundRollout, Score], float | None]


def audited(target: Target, **plan: Any) -> Result:
    return result_of("twins", target, 0, twins(target, TwinsPlan(**plan)))


def row(result: Result, name: str) -> AgentRow:
    found: AgentRow = next(row for row in result.extra["agents"] if row.name == name)
    return found


def rules(result: Result) -> set[str]:
    return {found.rule for found in result.findings}


class Odd:
    """The hardened scorer, with a value of its own making."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._honest = refund_target().scorer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._honest, name)

    def score(self, rollout: RefundRollout) -> Score:
        honest = self._honest.score(rollout)
        return Score(self._judge(rollout, honest), honest.terms)


def odd_target(judge: Judge) -> Target:
    return replace(refund_target(), scorer=cast("Any", Odd(judge)))
