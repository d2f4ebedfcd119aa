"""Whatever keeps the twins audit from having checked is said aloud, and is never called clean."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from attackers import Role
from audits.errors import CannotAuditError
from audits.events import Step
from audits.result import Result
from audits.target import refund_target
from audits.twins import TwinsPlan, twins
from audits.verdict import Verdict
from desk.refund import CaseSet, Expectation, RefundRollout, eval_cases
from scorer import Score
from tests.audits.twins.runs import audited, odd_target, row, rules


def test_a_reference_short_of_full_marks_makes_it_inconclusive() -> None:
    result = audited(odd_target(lambda _made, score: (score.value or 0.0) / 2), only="naive")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "careful is short of full marks (1) on 105 of 105 pairs" in result.why


@pytest.mark.parametrize("value", (math.nan, math.inf, None))
def test_a_score_that_is_none_counts_as_not_run(value: float | None) -> None:
    def now_and_then(made: RefundRollout, score: Score) -> float | None:
        return value if made.case.id == "clean-01/settled/b" else score.value

    result = audited(odd_target(now_and_then), only="read-and-hold")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.could_not_run == 2
    assert any("clean-01/settled" in why for why in result.reasons)


def test_a_scorer_that_raises_counts_as_not_run_and_is_named() -> None:
    def breaks(_made: RefundRollout, _score: Score) -> float:
        raise RuntimeError("no such ledger")

    result = audited(odd_target(breaks), only="read-and-hold")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert (result.tried, result.could_not_run) == (0, 210)
    assert "the scorer raised RuntimeError: no such ledger" in result.why


def test_cases_that_have_no_twin_are_counted_and_alone_they_try_nothing() -> None:
    odd = tuple(
        replace_expectation(case) for case in eval_cases().cases if case.expect.kind == "pay"
    )
    result = audited(replace(refund_target(), cases=CaseSet("odd", odd)))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert (result.tried, result.not_applicable) == (0, 21)
    assert "21 of 21 cases have no twin and count in single alone, such as timeout-01" in result.why


def replace_expectation(case: Any) -> Any:
    from msgspec.structs import replace as changed

    return changed(case, expect=Expectation("hold"))


@pytest.mark.parametrize("only", ("careful", "reread-newkey"))
def test_with_nobody_who_ignores_the_history_it_is_inconclusive(only: str) -> None:
    target = refund_target(cases="eval")
    one_line = tuple(case for case in eval_cases().cases if case.id == "clean-01")
    result = audited(replace(target, cases=CaseSet("one", one_line)), only=only)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "no agent that was played does the same on both members of a pair" in result.why


def test_an_agent_of_a_user_that_does_not_come_back_makes_it_inconclusive(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("import os\nATTACKERS = {'gone': lambda tools, ticket: os._exit(7)}\n")
    result = audited(
        refund_target(), attackers=path, only="gone,base-rate", pairs=("clean-01/settled",)
    )
    assert result.verdict is Verdict.INCONCLUSIVE
    assert row(result, "gone").reading == "unknown"
    assert any(why.startswith("gone, 1 pairs, first clean-01/settled") for why in result.reasons)


@pytest.mark.parametrize("pair", ("clean-01", "clean-01/line", "nothing/settled"))
def test_a_pair_that_is_not_there_is_named_with_what_was_expected(pair: str) -> None:
    with pytest.raises(CannotAuditError, match=rf"--pair: expected .*; got '{pair}'"):
        audited(refund_target(), pairs=(pair,))


def test_what_was_played_before_an_interrupt_is_judged() -> None:
    target = refund_target("published")
    second = list(target.agents.values())[1]

    def stop(_tools: Any, _ticket: Any) -> str:
        raise KeyboardInterrupt

    agents = dict(target.agents) | {"naive": replace(second, act=stop)}
    order = {name: agents[name] for name in ("careful", "read-and-escalate", "naive")}
    result = Result(audit="twins", target=target.name, seed=0)
    with pytest.raises(KeyboardInterrupt):
        for event in twins(replace(target, agents=order), TwinsPlan()):
            result.take(event)
    assert [row.name for row in result.extra["agents"]] == ["careful", "read-and-escalate"]
    assert "T703" in rules(result)


def test_each_agent_is_one_step_and_the_reference_comes_first() -> None:
    target = refund_target()
    names = [event.label for event in twins(target, TwinsPlan()) if isinstance(event, Step)]
    assert sorted(names) == sorted(target.agents)
    assert target.agents[names[0]].role is Role.REFERENCE
