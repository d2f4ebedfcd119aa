"""Intervals by case and pass^k, by what they must be."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.rescore import interval, pass_k

rewards = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=2),
    st.lists(st.sampled_from((0.0, 0.25, 0.5, 1.0)), min_size=1, max_size=4),
    min_size=2,
    max_size=6,
)


@given(rewards)
def test_an_interval_lies_within_what_the_cases_earned_and_is_the_same_again(values):
    low, high = interval(values)
    means = [fmean(case) for case in values.values()]
    assert min(means) - 1e-9 <= low <= high <= max(means) + 1e-9
    assert interval(dict(reversed(values.items()))) == (low, high)


def test_an_interval_is_near_the_one_that_theory_gives():
    values = {str(case): [float(case % 2)] for case in range(100)}
    low, high = interval(values)
    assert low == pytest.approx(0.5 - 1.96 * 0.05, abs=0.02)
    assert high == pytest.approx(0.5 + 1.96 * 0.05, abs=0.02)


def test_more_repeats_of_the_same_outcomes_make_no_interval_narrower():
    few = {str(case): [float(case % 3 == 0)] for case in range(12)}
    many = {case: earned * 20 for case, earned in few.items()}
    assert interval(many) == pytest.approx(interval(few))


def test_one_case_or_none_has_no_interval():
    assert interval({"a": [0.0, 1.0]}) is None
    assert interval({}) is None
    assert interval({"a": [1.0], "b": []}) is None


def test_another_seed_draws_other_cases():
    values = {str(case): [case / 30] for case in range(30)}
    assert interval(values, 1) != interval(values, 2)


@given(st.lists(st.booleans(), min_size=1, max_size=6), st.integers(1, 6))
def test_pass_k_is_the_share_of_choices_of_k_that_all_pass(passed: list[bool], k: int):
    chosen = list(combinations(passed, k))
    share = Fraction(sum(map(all, chosen)), len(chosen)) if chosen else None
    assert pass_k({"a": passed}, k) == share


def test_pass_k_is_a_mean_over_cases_that_have_k_rollouts():
    passed = {"a": [True, True], "b": [True, False], "c": [True]}
    assert pass_k(passed, 1) == Fraction(5, 6)
    assert pass_k(passed, 2) == Fraction(1, 2)
    assert pass_k(passed, 3) is None
