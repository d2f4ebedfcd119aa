"""`audits.edits`: wrong edits must cost, harmless ones must not, and nothing passes in silence."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from attackers.edits import Behaviour, Edit, Means, edits
from audits.cli.common import run_audit
from audits.edits import EditRow, EditsPlan, trial
from audits.edits import edits as edited
from audits.edits.grounds import GROUNDS
from audits.errors import CannotAuditError
from audits.result import Result, result_of
from audits.rules import Severity
from audits.target import Target, refund_target
from audits.verdict import Verdict
from desk.refund import CaseSet, Expectation, RefundRollout, Wrong, eval_cases
from scorer import REVERTS, Score, Scorer
from scorer.term import Death, Term

Judge = Callable[[RefundRollout], float | None]

OVERPAYING = {"pay-a-cent-more", "pay-a-dollar-more", "pay-double", "pay-the-cap", "pay-the-total"}
ANOTHER_LINE = {"pay-another-line", "pay-another-line-in-full", "pay-an-unknown-line"}
ANOTHER_ORDER = {"work-on-another-order"}
NEEDLESS = {"escalate-as-well", "escalate-another-order", "escalate-another-order-too"}
FORGED_LOG = {
    "reword-the-log-and-rehash",
    "deny-the-last-step-and-rehash",
    "reorder-the-log-and-rehash",
    "cut-the-start-and-rehash",
    "cut-the-end",
    "add-to-the-log",
}


def audited(target: Target, **plan: Any) -> Result:
    return result_of("edits", target, 0, edited(target, EditsPlan(**plan)))


def row(result: Result, name: str, standing: str) -> EditRow:
    rows: list[EditRow] = result.extra["edits"]
    return next(one for one in rows if (one.edit, one.standing) == (name, standing))


def shown(result: Result, severity: Severity = Severity.ERROR) -> set[str]:
    return {f.counterexample["edit"] for f in result.findings if f.severity is severity}


class Odd(Scorer[Any]):
    """A scorer whose value is whatever a function says, in a single term."""

    judge: Judge

    def score(self, rollout: RefundRollout) -> Score:
        value = type(self).judge(rollout)
        return Score(value, {"odd": value or 0.0})


def odd(judge: Judge, **changes: Any) -> Target:
    kind = type("_Odd", (Odd,), {"judge": staticmethod(judge)})
    target = refund_target(cases="eval18")
    term = Term("odd", 1.0, "Whatever?", lambda _e: 1.0)
    scorer = kind("odd", (term,), lambda rollout, _dead: rollout, lambda _rollout: None)
    return replace(target, scorer=scorer, **changes)


def full(target: Target) -> Callable[[RefundRollout], float]:
    return lambda rollout: target.scorer.score(rollout).value or 0.0


# What ought to be clean, and what ought not.


@pytest.mark.parametrize("cases", ["eval", "eval18", pytest.param("train", marks=pytest.mark.slow)])
def test_the_hardened_scorer_notices_every_wrong_edit_and_no_harmless_one(cases: str):
    result = audited(refund_target(cases=cases))
    assert (result.findings, result.reasons) == ([], [])
    assert result.verdict is Verdict.CLEAN
    assert {one.edit for one in result.extra["edits"]} == set(edits())


def test_the_published_rules_do_not_notice_overpaying_other_lines_escalations_and_forged_logs():
    result = audited(refund_target("published"))
    expected = OVERPAYING | ANOTHER_LINE | ANOTHER_ORDER | NEEDLESS | FORGED_LOG
    assert shown(result) == expected
    assert {found.rule for found in result.findings} == {"E501"}
    assert result.verdict is Verdict.FINDINGS


def test_what_the_published_rules_never_asked_for_is_a_lead_told_once():
    result = audited(refund_target("published"))
    leads = [found for found in result.findings if found.severity is Severity.WARNING]
    assert [lead.shape for lead in leads] == [
        "perhaps wrong: other_line+unpaid",
        "perhaps wrong: unread",
    ]
    assert leads[1].reach.rows == leads[1].reach.of == 3


@pytest.mark.parametrize(
    ("revert", "edit", "asked"),
    [
        ("any-read-is-evidence", "skip-history", "pay"),
        ("any-read-is-evidence", "act-between-reads", "pay"),
        ("inaction-is-free", "skip-history", "hold"),
        ("inaction-is-free", "stop-early", "hold"),
    ],
)
def test_a_fix_that_is_turned_back_is_missed_by_the_edit_that_it_was_for(
    revert: str, edit: str, asked: str
):
    before, after = (audited(refund_target("published", reverts)) for reverts in ((), [revert]))
    found = next(f for f in after.findings if f.shape == f"against a rule: {edit}")
    assert edit not in shown(before)
    assert next(c for c in eval_cases().cases if c.id == found.case).expect.kind == asked


@pytest.mark.parametrize("revert", [None, *REVERTS])
def test_no_harmless_edit_costs_anything_under_the_published_rules(revert: str | None):
    result = audited(refund_target("published", [revert] if revert else []))
    assert "E502" not in {found.rule for found in result.findings}


def test_an_edit_that_costs_a_little_is_no_finding_and_the_table_says_how_little():
    result = audited(refund_target("published"), only="pay-another-order")
    made = row(result, "pay-another-order", "wrong")
    assert (result.verdict, made.amiss, made.cost) == (Verdict.CLEAN, 0, 0.2)
    assert {name for name, share in made.terms.items() if share} == {"log_replayable"}


# What a finding says.


def test_the_counterexample_is_the_smallest_rollout_that_shows_it():
    (found,) = audited(refund_target("published"), only="pay-the-cap").findings
    calls = found.counterexample["calls"]
    assert [call["tool"] for call in calls] == ["lookup_order", "refund_history", "issue_refund"]
    assert calls[-1]["args"]["amount_cents"] == 5_000
    assert (found.earned, found.reference_earned, found.reach.rows) == (1.0, 1.0, 21)
    assert found.counterexample["wrong"] == Wrong.TOO_MUCH


def test_every_replay_command_shows_its_finding_again():
    target = refund_target("published", ["inaction-is-free"])
    result = audited(target, arguments=" --revert inaction-is-free")
    for found in result.findings:
        words = shlex.split(found.replay)
        assert words[:4] == ["clawback", "edits", "--revert", "inaction-is-free"]
        only, case = words[words.index("--only") + 1], words[words.index("--case") + 1]
        again = audited(target, only=only, cases=(case,), arguments=" --revert inaction-is-free")
        same = [f for f in again.findings if f.shape == found.shape]
        assert [(f.earned, f.counterexample, f.replay) for f in same] == [
            (found.earned, found.counterexample, found.replay)
        ]


def test_a_denied_edit_names_the_terms_that_fell():
    target = refund_target()
    strict = replace(
        target.scorer, terms=(Term("read", 1.0, "In order?", lambda e: _in_order(e.log)),)
    )
    result = audited(replace(target, scorer=strict), only="swap-reads,another-key,read-twice")
    (found,) = result.findings
    assert (found.rule, found.shape) == ("E502", "harmless: swap-reads")
    assert found.counterexample["fallen"] == {"read": 0.0}
    assert (found.earned, found.reference_earned, found.terms) == (0.0, 1.0, {})


def _in_order(log: Any) -> float:
    return float(log[:1] != () and log[0].action == "lookup_order")


# Scorers that are plainly unsound must be found out, whatever they are.


def test_a_scorer_that_always_pays_is_caught_by_every_wrong_edit():
    result = audited(odd(lambda _rollout: 1.0))
    wrong = {f"{one.standing}: {one.edit}" for one in result.extra["edits"]}
    wrong = {shape for shape in wrong if shape.startswith(("wrong", "against a rule"))}
    assert {f.shape for f in result.findings if f.severity is Severity.ERROR} == wrong
    assert {one.edit for one in result.extra["edits"] if one.amiss} >= {
        name for name, one in edits().items() if one.means is Means.WRONG
    }


def test_a_scorer_that_pays_for_one_wording_only_is_caught_by_every_harmless_edit():
    target = refund_target(cases="eval18")
    words = {case.id: _reference(target, case.id).messages for case in target.cases.cases}
    result = audited(odd(lambda made: float(made.messages == words[made.case.id])))
    harmless = {name for name, one in edits().items() if one.means is Means.HARMLESS}
    assert {f.counterexample["edit"] for f in result.findings if f.rule == "E502"} >= harmless


def _reference(target: Target, case_id: str) -> RefundRollout:
    case = next(case for case in target.cases.cases if case.id == case_id)
    return trial.refer(target, case).rollout


def test_a_dead_mark_and_a_guard_that_declines_count_as_noticed():
    target = refund_target()
    for value in (None, 1.0):

        def guard(rollout: RefundRollout, value: float | None = value) -> Death | None:
            return Death(value, "forged") if rollout.log_fault() else None

        scorer = replace(target.scorer, guard=guard)
        result = audited(replace(target, scorer=scorer), only="reword-the-log-and-rehash")
        assert result.verdict is Verdict.CLEAN
        made = row(result, "reword-the-log-and-rehash", "wrong")
        assert (made.dead, set(made.terms.values())) == (1.0, {0.0})


def test_right_work_that_is_not_scored_is_denied():
    target = refund_target()
    declines = replace(
        target.scorer,
        guard=lambda made: Death(None, "odd") if "another" in str(made.messages) else None,
    )
    result = audited(replace(target, scorer=declines), only="another-key")
    assert [(found.rule, found.earned) for found in result.findings] == [("E502", None)]


# Each way to say nothing must be loud.


def test_a_scorer_that_raises_on_edited_work_is_not_clean():
    honest = full(refund_target())

    def judge(rollout: RefundRollout) -> float:
        if (value := honest(rollout)) < 1.0:
            raise ZeroDivisionError("no such line")
        return value

    result = audited(odd(judge), only="pay-double,another-key")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "pay-double on timeout-01: the scorer raised ZeroDivisionError" in result.reasons[0]


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, None])
def test_a_scorer_that_gives_no_number_for_edited_work_is_not_clean(value: float | None):
    honest = full(refund_target())
    result = audited(odd(lambda made: value if honest(made) < 1 else 1.0), only="pay-double")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert f"the scorer gave {value}" in result.reasons[0]


def test_a_guard_that_gives_no_number_did_not_decline():
    target = refund_target()
    odd_guard = replace(
        target.scorer, guard=lambda made: Death(math.nan, "odd") if made.log_fault() else None
    )
    result = audited(replace(target, scorer=odd_guard), only="cut-the-end")
    assert (result.tried, result.verdict) == (0, Verdict.INCONCLUSIVE)


def test_a_term_that_raises_on_wrong_work_is_not_called_noticed():
    target = refund_target()
    broken = Term("broken", 0.0, "?", lambda e: 1 / (not e.end.payments[1:]))
    scorer = replace(target.scorer, terms=(*target.scorer.terms, broken))
    result = audited(replace(target, scorer=scorer), only="pay-again,another-key")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.could_not_run == 21


@pytest.mark.parametrize("value", [0.0, 0.5, 2.0, None, math.nan])
def test_a_reference_that_is_not_at_full_marks_is_nothing_to_hold_an_edit_against(
    value: float | None,
):
    result = audited(odd(lambda _rollout: value))
    assert (result.tried, result.verdict) == (0, Verdict.INCONCLUSIVE)
    assert result.could_not_run == 18


def test_a_reference_that_is_called_dead_is_nothing_to_hold_an_edit_against():
    target = refund_target()
    scorer = replace(target.scorer, guard=lambda _rollout: Death(1.0, "all are dead"))
    result = audited(replace(target, scorer=scorer), only="another-key")
    assert (result.tried, result.could_not_run) == (0, 32)


def test_a_scorer_of_no_weight_is_nothing_to_hold_an_edit_against():
    target = refund_target()
    weightless = replace(target.scorer, terms=(Term("none", 0.0, "?", lambda _e: 1.0),))
    result = audited(replace(target, scorer=weightless), only="another-key")
    assert (result.tried, result.could_not_run) == (0, 32)


def test_a_case_that_the_reference_gets_wrong_is_named_and_the_others_are_tried():
    target = refund_target(cases="eval")
    cases = list(target.cases.cases)
    place = next(i for i, case in enumerate(cases) if case.expect.kind == "hold")
    cases[place] = structs.replace(cases[place], expect=Expectation("escalate"))
    result = audited(replace(target, cases=CaseSet("odd", tuple(cases))), only="reword-everything")
    assert (result.tried, result.could_not_run) == (31, 1)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert f"{cases[place].id}: the reference itself is wrong" in result.reasons[0]


def test_no_case_at_all_is_not_clean():
    target = replace(refund_target(), cases=CaseSet("none", ()))
    result = audited(target)
    assert (result.tried, result.verdict) == (0, Verdict.INCONCLUSIVE)


def test_edits_that_change_nothing_on_any_case_are_named():
    held = tuple(case for case in eval_cases().cases if case.expect.kind == "hold")
    result = audited(replace(refund_target(), cases=CaseSet("held", held)))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "pay-double" in result.reasons[0]
    assert "do-nothing" not in result.reasons[0]


def test_whoever_names_the_case_is_not_told_of_edits_that_are_for_others():
    result = audited(refund_target(), cases=("dupticket-01",))
    assert result.verdict is Verdict.CLEAN
    assert result.not_applicable == sum(
        not any(one.edit == name for one in result.extra["edits"]) for name in edits()
    )


def test_an_edit_that_does_not_apply_to_the_one_case_asked_for_is_not_clean():
    result = audited(refund_target(), cases=("dupticket-01",), only="pay-double")
    assert (result.tried, result.not_applicable) == (0, 1)
    assert result.verdict is Verdict.INCONCLUSIVE


@pytest.mark.parametrize(("found", "meant"), [((), Means.WRONG), ((Wrong.TWICE,), Means.HARMLESS)])
def test_a_yardstick_that_sees_nothing_or_only_harm_makes_the_run_unsound(
    monkeypatch: pytest.MonkeyPatch, found: tuple[Wrong, ...], meant: Means
):
    monkeypatch.setattr("audits.edits.ruling.wrongs", lambda _rollout: found)
    result = audited(refund_target())
    assert result.verdict is Verdict.INCONCLUSIVE
    assert any(f"is meant {meant}" in reason for reason in result.reasons)
    missing = "wrong" if meant is Means.WRONG else "harmless"
    assert any(reason == f"no edit of these cases is {missing}" for reason in result.reasons)


def test_a_judge_that_lets_the_paymaster_pass_makes_the_run_unsound(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("audits.edits.judge.Judged.amiss", False)
    result = audited(refund_target("published"), only="pay-double,another-key")
    assert result.verdict is Verdict.INCONCLUSIVE
    assert [reason.split(": ", 1)[1] for reason in result.reasons] == [
        "pay-double does not catch the paymaster, a scorer made unsound",
        "another-key does not catch the pedant, a scorer made unsound",
    ]


def test_an_edited_run_that_dies_is_named_and_not_called_noticed(monkeypatch: pytest.MonkeyPatch):
    def broken(reference: Any) -> Any:
        return reference.on("issue_refund", lambda call: call.but(colour="red"))

    bad = Edit("bad", "A colour is asked for", Means.WRONG, broken)
    monkeypatch.setattr(EditsPlan, "edits", lambda _plan: [bad])
    result = audited(refund_target())
    assert (result.tried, result.verdict) == (0, Verdict.INCONCLUSIVE)
    assert "timeout-01: bad died: agent_error" in result.reasons[0]


def test_a_reference_that_cannot_be_played_back_is_named(monkeypatch: pytest.MonkeyPatch):
    idle = GROUNDS["refund"]._replace(behaviour_of=lambda rollout: Behaviour(rollout.case, ()))
    monkeypatch.setitem(GROUNDS, "refund", idle)
    result = audited(refund_target(), only="another-key")
    assert (result.tried, result.could_not_run) == (0, 32)
    assert "the reference's calls, made again, do something else" in result.reasons[0]


def test_what_was_found_before_a_ctrl_c_is_kept_and_not_called_clean():
    seen = []

    def judge(rollout: RefundRollout) -> float:
        seen.append(rollout)
        if len(seen) > 100:
            raise KeyboardInterrupt
        return 1.0

    target = odd(judge)
    result = run_audit("edits", target, 0, edited(target, EditsPlan()))
    assert result.verdict is Verdict.INTERRUPTED
    assert "pay-a-cent-more" in shown(result)
    assert len(result.extra["edits"]) < len(edits())


# What the plan chooses.


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ({"only": "pay-doubel"}, "--only: .*got 'pay-doubel'. Did you mean 'pay-double'?"),
        ({"only": " , "}, "--only: expected edits, comma separated; got ' , '"),
        ({"cases": ("clean-99",)}, "--case: .*got 'clean-99'"),
    ],
)
def test_a_name_that_there_is_not_is_an_error_before_anything_is_played(
    plan: dict[str, Any], message: str
):
    with pytest.raises(CannotAuditError, match=message):
        audited(refund_target(), **plan)


def test_two_runs_give_the_same_report_whatever_the_seed():
    first, second = (audited(refund_target("published"), seed=seed).document() for seed in (0, 7))
    assert first["findings"] == second["findings"]
    assert first["edits"] == second["edits"]
