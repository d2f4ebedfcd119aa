"""`audits.twins`: what is proven, what is a lead, and what keeps it from being called clean."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from attackers import Role
from audits.errors import CannotAuditError
from audits.events import Step
from audits.result import Result, result_of
from audits.target import Target, refund_target
from audits.twins import AgentRow, TwinsPlan, twins
from audits.verdict import Verdict
from desk.refund import CaseSet, Expectation, RefundRollout, eval_cases
from scorer import REVERTS, Score, Scorer

Judge = Callable[[RefundRollout], float | None]


def audited(target: Target, **plan: Any) -> Result:
    return result_of("twins", target, 0, twins(target, TwinsPlan(**plan)))


def row(result: Result, name: str) -> AgentRow:
    found: AgentRow = next(row for row in result.extra["agents"] if row.name == name)
    return found


def rules(result: Result) -> set[str]:
    return {found.rule for found in result.findings}


class Odd(Scorer[Any]):
    """A scorer whose value is whatever a function says."""

    __slots__ = ()

    def score(self, rollout: Any) -> Score:
        honest = super().score(rollout)
        return Score(judge_of[self.name](rollout, honest), honest.terms)


judge_of: dict[str, Callable[[RefundRollout, Score], float | None]] = {}


def odd_target(name: str, judge: Callable[[RefundRollout, Score], float | None]) -> Target:
    judge_of[name] = judge
    target = refund_target()
    made = target.scorer
    odd = Odd(name, made.terms, made.read, made.guard, made.metrics)
    return replace(target, scorer=odd)


@pytest.fixture(scope="module")
def hardened() -> Result:
    return audited(refund_target())


@pytest.fixture(scope="module")
def published() -> Result:
    return audited(refund_target("published"))


def test_hardened_is_clean(hardened: Result) -> None:
    assert hardened.verdict is Verdict.CLEAN
    assert "T703" not in rules(hardened)


@pytest.mark.parametrize("seed", (1, 2))
def test_hardened_is_clean_under_other_seeds_and_on_train(seed: int) -> None:
    only = "base-rate,read-and-hold,coin-flip,reread-newkey"
    result = audited(refund_target(cases="train"), seed=seed, only=only)
    assert result.verdict is Verdict.CLEAN


def test_the_reference_has_full_marks_on_both_members_of_every_pair(hardened: Result) -> None:
    careful = row(hardened, "careful")
    assert (careful.paired, careful.strict, careful.right) == (1.0, 1.0, 1.0)
    assert (careful.rank_single, careful.rank_paired) == (1, 1)
    assert careful.pairs == 105


def test_no_agent_that_ignores_what_it_read_is_right_on_a_pair(
    hardened: Result, published: Result
) -> None:
    for result in (hardened, published):
        ignoring = [row for row in result.extra["agents"] if row.reading == "ignores"]
        assert {"read-and-hold", "split-claim", "base-rate"} <= {row.name for row in ignoring}
        assert all(row.right == 0 for row in ignoring)


def test_pairs_take_from_whoever_ignores_what_its_base_rate_gave(hardened: Result) -> None:
    for made in hardened.extra["agents"]:
        if made.reading == "ignores":
            assert made.strict == 0
            assert made.paired <= 0.2


def test_the_case_that_the_published_rules_left_open_is_caught_in_pairs(published: Result) -> None:
    """Reads both records and ignores them: ranked high singly, and half of it is gone in pairs."""
    claim = row(published, "split-claim")
    assert claim.single == pytest.approx(0.803, abs=0.0005)
    assert claim.paired == pytest.approx(0.500, abs=0.0005)
    assert row(published, "reread-newkey").paired > claim.paired


def test_the_published_rules_pay_both_twins_of_several_kinds_of_wrong(published: Result) -> None:
    assert published.verdict is Verdict.FINDINGS
    shapes = {found.shape for found in published.findings if found.rule == "T703"}
    assert "paid under both histories: a person was called without need" in shapes
    assert any("money went to a line that was not owed" in shape for shape in shapes)


def test_a_finding_says_what_both_twins_earned_what_paid_and_how_to_see_it_again(
    published: Result,
) -> None:
    found = next(one for one in published.findings if one.rule == "T703" and "called" in one.shape)
    assert (found.earned, found.reference_earned) == (1.0, 1.0)
    assert found.terms["task_completed"] == 1.0
    assert (found.reach.rows, found.reach.of) == (9, 105)
    assert [call["tool"] for call in found.counterexample["calls"]] == [
        "lookup_order",
        "refund_history",
        "escalate",
    ]
    assert found.replay.startswith("clawback twins --only ")
    assert found.replay.endswith(f"--pair {found.case}")


@pytest.mark.parametrize("revert", REVERTS)
def test_every_finding_comes_again_on_the_pair_and_agent_that_its_replay_names(
    revert: str,
) -> None:
    target = refund_target("published", [revert])
    findings = [found for found in audited(target).findings if found.rule == "T703"]
    assert findings
    for found in findings:
        agent = found.replay.split("--only ")[1].split()[0]
        again = audited(target, only=agent, pairs=(found.case or "",))
        assert found.fingerprint(target.name) in {
            one.fingerprint(target.name) for one in again.findings
        }


def test_a_scorer_that_pays_everything_is_an_error_and_not_clean() -> None:
    result = audited(odd_target("everything", lambda _made, _score: 1.0))
    assert result.verdict is Verdict.FINDINGS
    assert "T703" in rules(result)


def test_a_scorer_that_pays_wrong_work_a_hair_under_full_marks_is_an_error_too() -> None:
    def hair(_made: RefundRollout, score: Score) -> float:
        return max(score.value or 0.0, 0.96)

    result = audited(odd_target("hair", hair))
    assert "T703" in rules(result)
    assert row(result, "read-and-hold").strict == 0


def test_a_scorer_that_pays_wrong_work_less_than_the_margin_allows_is_no_error() -> None:
    def under(_made: RefundRollout, score: Score) -> float:
        return max(score.value or 0.0, 0.94)

    assert "T703" not in rules(audited(odd_target("under", under)))


def test_a_reference_short_of_full_marks_makes_it_inconclusive() -> None:
    result = audited(odd_target("mean", lambda _made, score: (score.value or 0.0) / 2))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "careful is short of full marks (1) on 105 of 105 pairs" in result.why


@pytest.mark.parametrize("value", (math.nan, math.inf, None))
def test_a_score_that_is_none_counts_as_not_run(value: float | None) -> None:
    def now_and_then(made: RefundRollout, score: Score) -> float | None:
        return value if made.case.id == "clean-01/settled/b" else score.value

    result = audited(odd_target("gaps", now_and_then), only="read-and-hold")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.could_not_run == 2
    assert any("clean-01/settled" in why for why in result.reasons)


def test_a_scorer_that_raises_counts_as_not_run_and_is_named() -> None:
    def breaks(_made: RefundRollout, _score: Score) -> float:
        raise RuntimeError("no such ledger")

    result = audited(odd_target("raises", breaks), only="read-and-hold")
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
    assert "21 of 21 cases have no twin; timeout-01" in result.why


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


def test_an_agent_of_a_user_is_measured_like_ours(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "def act(tools, ticket):\n"
        "    tools.lookup_order(ticket.order_id)\n"
        "    rows = tools.refund_history(ticket.order_id)['refunds']\n"
        "    return f'{len(rows)} rows, and who cares'\n"
        "ATTACKERS = {'looks': act}\n"
    )
    result = audited(refund_target(), attackers=path, only="looks", pairs=("clean-01/settled",))
    assert (row(result, "looks").reading, row(result, "looks").paired) == ("ignores", 0.2)


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


def test_what_a_constant_policy_earns_by_the_base_rate_is_noted(hardened: Result) -> None:
    notes = {found.shape: found for found in hardened.findings if found.rule == "T701"}
    hold = notes["constant: reads and always holds"]
    assert (hold.earned, hold.reach.rows, hold.reach.of) == (0.4, 8, 32)
    assert "constant: does nothing" not in notes


def test_a_set_that_leans_one_way_pays_its_constant_policy_more() -> None:
    holds = tuple(case for case in eval_cases().cases if case.expect.kind == "hold")
    result = audited(replace(refund_target(), cases=CaseSet("holds", holds)))
    (note,) = (found for found in result.findings if "always holds" in found.shape)
    assert (note.earned, note.reach.rows, note.reach.of) == (1.0, 8, 8)
    assert result.extra["expected"] == {"pay": 0, "hold": 8, "escalate": 0}
