"""What `Scorer.score` does when one of its own parts fails: the rollout is not scored."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk import FrozenDict, Rollout
from desk.refund import RefundRollout, play
from scorer import Death, Score, Scorer, Term, hardened
from tests.strategies import eval_case

HALF = Term("half", 0.5, "Is it half done?", lambda _e: 1.0)


def scorer(judge: Callable[[Any], Any], **parts: Any) -> Scorer[Any]:
    """Half the reward for nothing, the other half by `judge`."""
    odd = Term("odd", 0.5, "Is it odd?", judge)
    made: Scorer[Any] = Scorer(
        "test", (HALF, odd), read=lambda rollout, _dead: rollout, guard=_alive
    )
    return replace(made, **parts)


def _alive(_rollout: Rollout[Any, Any]) -> None:
    return None


def _raise(*_args: Any) -> NoReturn:
    raise RuntimeError("the judge is ill")


def rollout() -> RefundRollout:
    case = eval_case("clean-01")
    return play(lambda _tools, _ticket: "Hello.", case)


def assert_not_scored(score: Score, *told: str) -> None:
    assert score.value is None
    assert score.dead
    assert score.terms == {"half": 0.0, "odd": 0.0}
    for words in told:
        assert words in (score.why or "")


def test_a_term_that_raises_leaves_the_rollout_unscored_and_is_named():
    assert_not_scored(scorer(_raise).score(rollout()), "term odd", "RuntimeError: the judge is ill")


@pytest.mark.parametrize(
    "given_value", [math.nan, math.inf, -math.inf, None, 1.5, -0.5, "1.0", [1.0], 10**400]
)
def test_a_term_that_gives_no_fraction_leaves_the_rollout_unscored_and_is_named(given_value: Any):
    assert_not_scored(scorer(lambda _e: given_value).score(rollout()), "term odd")


def test_a_term_whose_exception_cannot_be_written_is_named_all_the_same():
    class MuteError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    def judge(_e: Any) -> float:
        raise MuteError

    assert_not_scored(scorer(judge).score(rollout()), "term odd", "MuteError")


def test_a_reader_that_raises_leaves_the_rollout_unscored():
    assert_not_scored(scorer(lambda _e: 1.0, read=_raise).score(rollout()), "the reader")


def test_a_guard_that_raises_leaves_the_rollout_unscored():
    assert_not_scored(scorer(lambda _e: 1.0, guard=_raise).score(rollout()), "the guard")


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_guard_whose_value_is_not_finite_leaves_the_rollout_unscored(value: float):
    odd = scorer(lambda _e: 1.0, guard=lambda _r: Death(value, "ill"))
    assert_not_scored(odd.score(rollout()), "the guard")


def test_weights_that_are_not_finite_leave_the_rollout_unscored():
    odd = scorer(lambda _e: 1.0)
    heavy = replace(odd, terms=(HALF, replace(odd.terms[1], weight=math.inf)))
    assert_not_scored(heavy.score(rollout()), "the sum of the terms")


def test_a_guard_keeps_the_value_that_it_gives_a_dead_rollout():
    score = scorer(lambda _e: 1.0, guard=lambda _r: Death(0.0, "ill")).score(rollout())
    assert (score.value, score.dead, score.why) == (0.0, True, "ill")


def test_ctrl_c_in_a_term_is_not_swallowed():
    def judge(_e: Any) -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scorer(judge).score(rollout())


@pytest.mark.parametrize("value", [0, 1, True, 0.25, 1 + 1e-12, -1e-12])
def test_a_fraction_is_scored_float_dust_included(value: float):
    score = scorer(lambda _e: value).score(rollout())
    assert score.value == pytest.approx(0.5 + 0.5 * value, abs=1e-4)
    assert not score.dead


@given(
    st.none()
    | st.floats()
    | st.integers()
    | st.text()
    | st.booleans()
    | st.builds(object)
    | st.lists(st.floats())
)
def test_whatever_a_term_gives_the_value_is_none_or_in_range(value: Any):
    made = scorer(lambda _e: value)
    score = made.score(rollout())
    if score.value is None:
        assert score.dead
    else:
        assert 0.0 <= score.value <= made.full_marks


def test_a_right_rollout_is_not_scored_where_one_hardened_term_is_ill():
    from attackers.refund.careful import act

    right = play(act, eval_case("clean-01"))
    sound = hardened()
    for index, term in enumerate(sound.terms):
        terms = list(sound.terms)
        terms[index] = replace(term, judge=_raise)
        score = replace(sound, terms=tuple(terms)).score(right)
        assert score.value is None
        assert term.name in (score.why or "")
        assert score.terms == FrozenDict(dict.fromkeys(score.terms, 0.0))
