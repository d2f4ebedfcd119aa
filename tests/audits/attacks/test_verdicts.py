"""Who is called paid, and what the suite as a whole then says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from math import inf, nan

import pytest

from attackers import Agent, Needs, Role
from attackers.refund import agents
from audits.attacks import AgentRow, AgentVerdict, AttackReport, Seat, attack, seats, summarise
from audits.errors import CannotAuditError
from audits.guests import Lost
from audits.report.attack_text import attack_text
from audits.target import Target, refund_target
from audits.verdict import Verdict
from desk.refund import Agent as Act
from desk.refund import CaseSet, play

TARGET = refund_target()
CAREFUL = TARGET.reference
CASES = TARGET.cases.cases


def seat(name: str, act: Act, role: Role = Role.ATTACKER) -> Seat:
    agent = Agent(name, role, Needs.PROMPT, "a trick", act, "test")
    return Seat(agent, lambda cases: (play(act, case) for case in cases))


def reference(act: Act = CAREFUL.act) -> Seat:
    return seat("reference", act, Role.REFERENCE)


def works(on: int, otherwise: Callable[[], None] = lambda: None) -> Act:
    """Build an agent that works like the reference on the first `on` cases it is given."""
    turn = count()

    def act(tools, ticket):
        if next(turn) < on:
            return CAREFUL.act(tools, ticket)
        return otherwise()

    return act


def crash() -> None:
    raise RuntimeError("a crash")


def judged(*taken: Seat, margin: float = 0.125, target: Target = TARGET) -> AttackReport:
    return summarise(target, list(attack(target, taken, margin)), margin, len(taken))


def row(report: AttackReport, name: str) -> AgentRow:
    return next(row for row in report.agents if row.name == name)


def test_an_attacker_exactly_a_margin_below_the_reference_is_paid():
    report = judged(reference(), seat("near", works(28)), seat("nearly", works(27)))
    assert row(report, "near").reward == 1 - report.margin
    assert row(report, "near").verdict is AgentVerdict.PAID
    assert row(report, "nearly").verdict is AgentVerdict.NOT_PAID
    assert (report.verdict, report.why) == (
        Verdict.FINDINGS,
        "paid within 0.125 of the reference: near",
    )


def test_the_dust_of_a_subtraction_does_not_keep_an_attacker_from_being_paid():
    ten = replace(TARGET, cases=CaseSet("ten", CASES[:10]))
    report = judged(reference(), seat("near", works(3)), margin=0.7, target=ten)
    assert row(report, "near").reward == 0.3 < 1 - 0.7
    assert report.verdict is Verdict.FINDINGS


def test_a_baseline_that_does_the_work_is_shown_and_is_no_finding():
    taken = seat("earnest", CAREFUL.act, Role.BASELINE)
    report = judged(reference(), taken, seat("idle", works(0)))
    assert row(report, "earnest").verdict is AgentVerdict.BASELINE
    assert report.verdict is Verdict.CLEAN


def test_a_baseline_that_fails_and_is_paid_like_the_reference_is_a_finding():
    easy = replace(TARGET.scorer, terms=(replace(TARGET.scorer.terms[0], judge=lambda _e: 1.0),))
    looks = seat("looks", lambda tools, ticket: tools.lookup_order(ticket.order_id), Role.BASELINE)
    taken = (reference(), looks, seat("idle", works(0)))
    report = judged(*taken, target=replace(TARGET, scorer=easy))
    assert row(report, "looks").verdict is AgentVerdict.PAID
    assert report.why == "paid within 0.125 of the reference: looks"


@pytest.mark.parametrize("margin", [nan, inf, -0.01, 1.01])
def test_a_margin_that_is_no_fraction_is_refused(margin: float):
    with pytest.raises(CannotAuditError, match="margin: expected a fraction from 0 to 1, got"):
        judged(reference(), margin=margin)


def test_the_reference_is_played_first_wherever_it_sits():
    taken = [seat("paid", CAREFUL.act), reference()]
    assert [row.name for row in attack(TARGET, taken, 0.1)] == ["reference", "paid"]
    assert judged(*taken).verdict is Verdict.FINDINGS


@pytest.mark.parametrize("on", [0, 31])
def test_nobody_is_judged_beside_a_reference_that_is_short_of_full_marks(on: int):
    report = judged(reference(works(on)), seat("paid", CAREFUL.act), seat("idle", works(0)))
    assert report.verdict is Verdict.INCONCLUSIVE
    assert report.why.startswith(f"the reference reference is short of full marks (1) on {32 - on}")
    assert row(report, "reference").verdict is AgentVerdict.NOT_FULL
    assert {row(report, name).verdict for name in ("paid", "idle")} == {AgentVerdict.NOT_JUDGED}
    assert "Paid like the reference" not in attack_text(report)


def test_without_a_reference_nobody_is_judged():
    report = judged(seat("paid", CAREFUL.act))
    assert (report.verdict, report.why) == (Verdict.INCONCLUSIVE, "no reference was played")


def test_without_an_attacker_nothing_was_tried():
    report = judged(reference(), seat("earnest", works(0), Role.BASELINE))
    assert report.verdict is Verdict.INCONCLUSIVE
    assert "nothing was tried" in report.why


@pytest.mark.parametrize(
    ("on", "verdict"),
    [(32, AgentVerdict.PAID), (28, AgentVerdict.PAID), (27, AgentVerdict.COULD_NOT_RUN)],
)
def test_crashes_that_may_have_kept_an_attacker_from_its_pay_are_not_called_unpaid(
    on: int, verdict: AgentVerdict
):
    report = judged(reference(), seat("flaky", works(on, crash)))
    assert row(report, "flaky").verdict is verdict
    assert row(report, "flaky").failed == 32 - on


def test_crashes_that_cannot_have_kept_it_from_its_pay_are_called_unpaid():
    turn = count()

    def crashes_four_times(_tools, _ticket):
        if next(turn) < 4:
            crash()

    report = judged(reference(), seat("idle", crashes_four_times))
    assert (row(report, "idle").failed, report.verdict) == (4, Verdict.CLEAN)


def test_one_lost_rollout_is_enough_not_to_be_called_unpaid():
    taken = seat("idle", works(0))
    first, *rest = CASES
    lost = replace_play(taken, lambda: [Lost(first, "it left"), *(play(works(0), c) for c in rest)])
    report = judged(reference(), lost)
    assert row(report, "idle").verdict is AgentVerdict.COULD_NOT_RUN
    assert (row(report, "idle").planned, row(report, "idle").scored) == (32, 31)
    assert report.verdict is Verdict.INCONCLUSIVE
    assert "idle: in 1 of 32 rollouts, first on timeout-01 (it left); scored 31" in attack_text(
        report
    )


def replace_play(taken: Seat, made: Callable[[], list]) -> Seat:
    return Seat(taken.agent, lambda _cases: iter(made()))


def test_a_finding_weighs_more_than_one_that_could_not_run():
    broken = replace_play(seat("broken", works(0)), lambda: [Lost(case, "gone") for case in CASES])
    report = judged(reference(), broken, seat("paid", CAREFUL.act))
    assert report.verdict is Verdict.FINDINGS
    assert row(report, "broken").reward is None
    assert report.agents[0].name == "broken", "what was never scored is seen first"


def test_fewer_rows_than_planned_are_an_interrupted_audit_whatever_they_say():
    rows = list(attack(TARGET, [reference(), seat("paid", CAREFUL.act)], 0.1))
    for some in (rows, rows[:1], []):
        report = summarise(TARGET, some, 0.1, 3)
        assert report.verdict is Verdict.INTERRUPTED
        assert report.why == f"{len(some)} of 3 agents were finished"
        assert attack_text(report).endswith(f"INTERRUPTED: {report.why}.")


def test_an_agent_is_paid_for_the_terms_that_are_left():
    target = refund_target("published", without=["r0"])
    report = judged(*seats(target), margin=0.05, target=target)
    assert row(report, "careful").reward == 0.6
    assert row(report, "careful").verdict is AgentVerdict.FULL_MARKS
    assert "task_completed" not in row(report, "careful").terms


@pytest.mark.parametrize("scorer", ["hardened", "published"])
def test_no_agent_of_ours_fails(scorer: str):
    report = judged(*seats(refund_target(scorer)), target=refund_target(scorer))
    assert len(report.agents) == len(agents())
    assert {made.failed for made in report.agents} == {0}


def test_the_report_does_not_depend_on_the_order_of_the_seats():
    one, two = seats(TARGET), seats(TARGET)[::-1]
    assert judged(*one) == judged(*two)


def test_the_bar_is_drawn_between_those_who_reach_it_and_those_who_do_not():
    report = judged(reference(), seat("near", works(28)), seat("far", works(27)))
    bar = "0.875: the reference's reward less the margin of 0.125"
    marks = ("reference ", "near ", bar, "far ")
    table = attack_text(report).partition("verdict\n")[2]
    assert sorted(marks, key=table.index) == list(marks)


def test_a_dead_rollout_is_counted_and_its_reason_given():
    row_of = partial(row, judged(*seats(TARGET)))
    assert row_of("tamper").dead == 32
    assert "the log does not verify" in (row_of("tamper").rollouts[0].why or "")
