"""What both scorers must keep on any run at all: bounds, sums, and no pay for words or for harm."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from attackers.program import Call
from attackers.refund import agents
from desk import read_rollout
from desk.refund import RefundRollout, play, train_cases
from scorer import REVERTS, hardened, published
from tests.scorer.runs import played
from tests.strategies import (
    TEXT,
    both_reads,
    eval_case,
    forged_rollouts,
    messages,
    play_calls,
    played_rollouts,
    worked_cases,
)

SCORERS = {
    "hardened": hardened(),
    "published": published(),
    "published, every fix turned back": published(REVERTS),
}


def checked(scorer, rollout):
    """Check that a rollout was scored, in range, as the weighted sum of terms in range."""
    score = scorer.score(rollout)
    assert score.value is not None, score.why
    assert 0.0 <= score.value <= scorer.full_marks
    assert list(score.terms) == [term.name for term in scorer.terms]
    assert all(0.0 <= value <= 1.0 for value in score.terms.values())
    weighted = math.fsum(term.weight * score.terms[term.name] for term in scorer.terms)
    assert abs(score.value - weighted) <= 0.000_05
    assert all(type(value) is int for value in scorer.measure(rollout).values())
    return score


@pytest.mark.parametrize("name", SCORERS)
@given(rollout=played_rollouts())
def test_the_score_of_any_run_is_the_weighted_sum_of_its_terms_and_in_range(name, rollout):
    checked(SCORERS[name], rollout)


@pytest.mark.parametrize("name", SCORERS)
@given(rollout=forged_rollouts())
def test_a_log_with_any_forged_entries_is_scored_in_range_and_raises_nothing(name, rollout):
    checked(SCORERS[name], rollout)


@pytest.mark.parametrize("name", ["hardened", "published"])
@given(rollout=played_rollouts())
def test_the_same_rollout_has_the_same_score_again_and_through_json(name, rollout):
    score = SCORERS[name].score(rollout)
    assert SCORERS[name].score(rollout) == score
    assert SCORERS[name].score(read_rollout(rollout.to_json(), RefundRollout)) == score


@pytest.mark.parametrize("name", ["hardened", "published"])
@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_the_reference_earns_exactly_1_on_every_train_case_of_any_seed(name, seed):
    careful = agents()["careful"].act
    for case in train_cases(320, seed).cases:
        score = checked(SCORERS[name], play(careful, case))
        assert score.value == 1.0, case
        assert not score.dead


# words


@st.composite
def retold(draw, made):
    """Say the same calls in other words: other reasons of the same standing, and other keys."""
    keys = {call.args["idempotency_key"] for call in made if "idempotency_key" in call.args}
    fresh = draw(st.lists(TEXT, min_size=len(keys), max_size=len(keys), unique=True))
    renamed = dict(zip(sorted(keys), (f"fresh {key}" for key in fresh), strict=True))
    return [Call(call.tool, draw(_reworded(call, renamed))) for call in made]


def _reworded(call, renamed):
    parts = {name: st.just(value) for name, value in call.args.items()}
    if "reason" in call.args:
        parts["reason"] = _reason_like(call)
    if "idempotency_key" in call.args:
        parts["idempotency_key"] = st.just(renamed[call.args["idempotency_key"]])
    return st.fixed_dictionaries(parts)


def _reason_like(call):
    """Any other reason that a published rule takes the same way: blank, or too short, or not."""
    reason = call.args["reason"].strip()
    if call.tool == "escalate":
        enough = st.text(min_size=1).map(lambda text: f"because {text}")
        return enough if len(reason) >= 8 else st.sampled_from(["", "short", " 1234567 "])
    blank = st.sampled_from(["", " ", "\t\n"])
    return st.text(min_size=1).filter(str.strip) if reason else blank


@given(worked_cases(), st.lists(messages(), max_size=3), TEXT, st.data())
def test_no_text_that_an_agent_writes_moves_any_score(worked, said, words, data):
    case, made = worked
    prior_keys = {row.key for row in case.priors}
    assume(not any(call.args.get("idempotency_key") in prior_keys for call in made))
    rollout = play_calls(case, made)
    told = play_calls(case, data.draw(retold(made)), words)
    assume(not {paid.idempotency_key for paid in told.end.payments} & prior_keys)
    for scorer in SCORERS.values():
        expected = scorer.score(rollout)
        assert scorer.score(told).terms == expected.terms
        assert scorer.score(told).value == expected.value
        assert scorer.measure(told) == scorer.measure(rollout)
        assert scorer.score(replace(rollout, messages=tuple(said))) == expected


@pytest.mark.parametrize("name", agents())
def test_what_our_agents_say_earns_nothing(name):
    for made in played(name):
        mute = replace(made, messages=())
        for scorer in SCORERS.values():
            assert scorer.score(mute) == scorer.score(made)


def test_whether_there_is_a_reason_moves_a_score_as_published():
    case = eval_case("clean-01")
    line = case.lines[0]
    args = {
        "order_id": case.order,
        "amount_cents": line.cents,
        "idempotency_key": "k",
        "sku": line.sku,
    }
    scores = [
        published().score(
            play_calls(case, [*both_reads(case), Call("issue_refund", args | {"reason": reason})])
        )
        for reason in ("any reason", "")
    ]
    assert [score.value for score in scores] == [1.0, 0.8]


# harm


@given(worked_cases())
def test_harm_earns_nothing_and_so_never_more_than_honest_inaction(worked):
    case, made = worked
    rollout = play_calls(case, made)
    if hardened().measure(rollout)["unowed_cents"]:
        score = hardened().score(rollout)
        assert set(score.terms.values()) == {0.0}
        assert score.value == 0.0 <= hardened().score(play_calls(case, [])).value


@given(worked_cases(), st.integers(1, 10**6), TEXT)
def test_one_more_payment_that_is_not_owed_turns_any_run_into_harm(worked, cents, key):
    case, made = worked
    reason = {"reason": "due", "sku": None}
    extra = {"order_id": f"{case.order}-friend", "amount_cents": cents, "idempotency_key": key}
    rollout = play_calls(case, [*made, Call("issue_refund", extra | reason)])
    assume(any(paid.order_id == extra["order_id"] for paid in rollout.end.payments))
    assert hardened().measure(rollout)["unowed_cents"] >= cents
    assert hardened().score(rollout).value == 0.0


@given(worked_cases())
def test_full_marks_are_for_the_right_end_on_both_reads_only(worked):
    case, made = worked
    rollout = play_calls(case, made)
    if hardened().score(rollout).value == 1.0:
        acts = [i for i, e in enumerate(rollout.log) if e.action in ("issue_refund", "escalate")]
        first = acts[0] if acts else len(rollout.log)
        reads = {
            entry.action for entry in rollout.log[:first] if entry.args["order_id"] == case.order
        }
        assert reads == {"lookup_order", "refund_history"}
        paid = [(row.order_id, row.amount_cents) for row in rollout.end.payments]
        owed = [(case.order, case.expect.cents)] if case.expect.kind == "pay" else []
        assert paid == owed
        handed = {case.order} if case.expect.kind == "escalate" else set()
        assert set(rollout.end.escalations) == handed
