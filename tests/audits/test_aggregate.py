"""A mean never stands without the counts of what was planned, scored and dead."""

from __future__ import annotations

from math import isclose
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.aggregate import Aggregate, aggregate
from scorer import Score

SCORES = st.lists(
    st.builds(
        Score,
        st.none() | st.floats(-1, 1),
        st.just({}),
        st.booleans(),
    )
)


def test_what_was_not_scored_is_counted_and_moves_no_mean():
    batch = [Score(1.0, {}), Score(0.0, {}, True), Score(None, {}, True)]
    assert aggregate(batch) == Aggregate(planned=3, scored=2, dead=2, mean=0.5)


def test_what_never_came_back_is_planned_and_dead():
    assert aggregate([Score(1.0, {})], planned=4) == Aggregate(4, 1, 3, 1.0)


def test_nothing_scored_has_no_mean():
    assert aggregate([]) == Aggregate(0, 0, 0, None)
    assert aggregate([Score(None, {})]) == Aggregate(1, 0, 1, None)


def test_fewer_planned_than_scored_is_refused():
    with pytest.raises(ValueError, match=r"planned: expected 2 \(the scores\) or more; got 1"):
        aggregate([Score(1.0, {}), Score(1.0, {})], planned=1)


@given(SCORES, st.integers(0, 5))
def test_an_outage_more_never_moves_the_mean_and_is_always_counted(
    batch: list[Score], outages: int
):
    before = aggregate(batch)
    after = aggregate([*batch, *[Score(None, {}, True)] * outages])
    assert after.mean == before.mean
    assert after.scored == before.scored
    assert after.planned - before.planned == after.dead - before.dead == outages
    values = [score.value for score in batch if score.value is not None]
    assert before.mean is None if not values else isclose(before.mean, fmean(values), abs_tol=1e-6)
