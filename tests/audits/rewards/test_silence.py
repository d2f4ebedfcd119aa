"""A reward that stops answering, or answers nothing but what is right, is not called clean."""

from __future__ import annotations

import pytest

from audits.result import Result
from audits.rewards.engine import audit_reward
from audits.rewards.plan import RewardPlan
from audits.verdict import Verdict
from tests.audits.rewards.in_process import CAPITALS, InProcess, LostError, audited, errors


def judge_that_is_refused_after(calls: int, says: str):
    made: list[int] = []

    def judge(_prompt: str, _completion: str, _answer: str):
        made.append(1)
        if len(made) <= calls:
            return 1.0
        if says == "raises":
            raise ConnectionError("429")
        return None

    return judge


@pytest.mark.parametrize("says", ["raises", "none"])
def test_a_judge_that_stops_answering_after_the_references_is_not_clean(says: str) -> None:
    _, unsound = audited(judge_that_is_refused_after(3 * len(CAPITALS), says))
    assert any("stopped answering" in why for why in unsound)


def holed_until(calls: int, hole: str):
    made: list[int] = []

    def dies(_prompt: str, completion: str, answer: str) -> float:
        made.append(1)
        if len(made) > calls:
            raise LostError("gone")
        return float(completion.strip() in (answer, hole))

    return dies


@pytest.mark.parametrize(
    ("hole", "verdict"), [("", Verdict.FINDINGS), ("none", Verdict.INCONCLUSIVE)]
)
def test_a_reward_that_is_gone_in_the_middle_is_not_clean_and_what_was_paid_is_proven(
    hole: str, verdict: Verdict
) -> None:
    counting = InProcess(holed_until(10**6, hole))
    list(audit_reward(counting, CAPITALS, RewardPlan()))
    for share in (0.6, 0.8, 0.95):
        result = Result(audit="audit", target="dies", seed=0)
        dies = InProcess(holed_until(int(share * counting.calls), hole))
        for event in audit_reward(dies, CAPITALS, RewardPlan()):
            result.take(event)
        assert result.verdict is verdict, share
        assert "R402" not in {one.rule for one in result.findings}
        assert not any("earns lost" in one.title for one in result.findings)


def test_a_reward_that_raises_on_all_but_the_right_answer_is_not_clean() -> None:
    def raises(_prompt: str, completion: str, answer: str) -> float:
        if completion.strip() != answer:
            raise SystemError("no")
        return 1.0

    result = Result(audit="audit", target="raises", seed=0)
    for event in audit_reward(InProcess(raises), CAPITALS, RewardPlan()):
        result.take(event)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "were not scored" in result.why


def test_what_is_paid_is_proven_though_most_attempts_make_a_reward_raise() -> None:
    def raises(_prompt: str, completion: str, answer: str) -> float:
        if completion and completion.strip() != answer:
            raise SystemError("no")
        return 1.0

    assert errors(raises) == {"R101"}


def test_a_reward_that_leaves_odd_answers_unscored_may_be_clean() -> None:
    def masked(_prompt: str, completion: str, answer: str):
        return 1.0 if completion.strip() == answer else None

    found, unsound = audited(masked)
    assert not unsound and not [one for one in found if one.severity == "error"]


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
def test_what_a_reward_is_counted_in_does_not_matter(scale: float) -> None:
    def sound(_prompt: str, completion: str, answer: str) -> float:
        return scale * (completion.strip().casefold() == answer.casefold())

    assert errors(sound) == set()
