"""What the twins audit proves (T703), and what it notes of the cases (T701)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from attackers.refund import agents
from audits.attacks import DEFAULT_MARGIN, attack, seats, select
from audits.result import Result
from audits.target import refund_target
from audits.verdict import Verdict
from desk.refund import Case, CaseSet, RefundRollout, eval_cases, play, wrongs
from desk.refund.twins import Pair
from scorer import Score
from scorer import hardened as hardened_scorer
from scorer import published as published_scorer
from tests.audits.twins.runs import audited, odd_target, row, rules
from tests.desk.refund.paired import pairs

SCORERS = (hardened_scorer(), published_scorer())


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


@given(pairs())
def test_careful_has_full_marks_and_does_right_on_both_twins_of_any_case(
    drawn: tuple[Case, Pair],
) -> None:
    for member in drawn[1].members:
        made = play(agents()["careful"].act, member)
        assert wrongs(made) == ()
        assert [scorer.score(made).value for scorer in SCORERS] == [1.0, 1.0]


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
    found = next(
        one
        for one in published.findings
        if one.shape.endswith("histories: a person was called without need")
    )
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


def test_every_finding_comes_again_on_the_pair_and_agent_that_its_replay_names(
    published: Result,
) -> None:
    target = refund_target("published")
    findings = [found for found in published.findings if found.rule == "T703"]
    assert findings
    for found in findings:
        agent = found.replay.split("--only ")[1].split()[0]
        again = audited(target, only=agent, pairs=(found.case or "",))
        assert found.shape in {one.shape for one in again.findings}


def test_a_scorer_that_pays_everything_is_an_error_and_not_clean() -> None:
    result = audited(odd_target(lambda _made, _score: 1.0), only="naive")
    assert result.verdict is Verdict.FINDINGS
    assert "T703" in rules(result)


def test_a_scorer_that_pays_wrong_work_a_hair_under_full_marks_is_an_error_too() -> None:
    def hair(_made: RefundRollout, score: Score) -> float:
        return max(score.value or 0.0, 0.96)

    result = audited(odd_target(hair), only="read-and-hold")
    assert "T703" in rules(result)
    assert row(result, "read-and-hold").strict == 0


def test_a_scorer_that_pays_wrong_work_less_than_the_margin_allows_is_no_error() -> None:
    def under(_made: RefundRollout, score: Score) -> float:
        return max(score.value or 0.0, 0.94)

    assert "T703" not in rules(audited(odd_target(under), only="read-and-hold"))


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


@pytest.mark.parametrize("cases", ("eval", "train"))
def test_who_reads_and_ignores_stays_far_below_the_reference_even_singly(cases: str) -> None:
    target = refund_target(cases=cases)
    names = "read-and-pay,read-twice,by-the-words,by-the-price,coin-flip,base-rate"
    for made in attack(target, select(seats(target), names), DEFAULT_MARGIN):
        assert made.reward is not None
        assert made.name == "careful" or made.reward <= 0.7
