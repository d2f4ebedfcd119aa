"""How two scores may stand to each other, in every order that matters."""

from __future__ import annotations

from math import inf, nan

import pytest

from audits.laws.law import IncomparableError, NotApplicableError
from audits.laws.relations import costs, never_more, no_term_more, nothing_less, same
from scorer import Score


def score(value: float | None, **terms: float) -> Score:
    return Score(value, terms)


LOW, HIGH = score(0.2, a=0.0, b=0.5), score(0.7, a=1.0, b=0.5)
NONE = score(None, a=0.0, b=0.5)


@pytest.mark.parametrize(
    ("relation", "before", "after", "holds"),
    [
        (same, LOW, LOW, True),
        (same, LOW, HIGH, False),
        (same, NONE, LOW, False),
        (same, LOW, NONE, False),
        (same, LOW, score(0.2, a=0.5, b=0.0), False),
        (never_more, HIGH, LOW, True),
        (never_more, LOW, LOW, True),
        (never_more, LOW, score(0.2 + 1e-12, a=0.0, b=0.5), True),
        (never_more, LOW, HIGH, False),
        (never_more, HIGH, NONE, True),
        (never_more, score(-1.0), score(0.0), False),
        (never_more, score(-1.0), score(None), True),
        (costs, HIGH, LOW, True),
        (costs, LOW, LOW, False),
        (costs, LOW, HIGH, False),
        (costs, HIGH, NONE, True),
        (no_term_more, HIGH, LOW, True),
        (no_term_more, LOW, HIGH, False),
        (no_term_more, score(0.9, a=0.0), score(0.1, a=0.1), False),
        (nothing_less, LOW, HIGH, True),
        (nothing_less, LOW, LOW, True),
        (nothing_less, HIGH, LOW, False),
        (nothing_less, HIGH, score(0.7, a=0.9, b=0.7), False),
        (nothing_less, LOW, NONE, False),
    ],
)
def test_a_relation_holds_or_is_broken(relation, before: Score, after: Score, holds: bool):
    broken = relation(before, after, "it")
    assert (broken is None) == holds
    if broken:
        assert broken.how.startswith("it ")
        assert (broken.earned, broken.against) == (after, before)


@pytest.mark.parametrize("relation", [never_more, costs, nothing_less])
def test_what_was_not_scored_is_nothing_to_be_held_against(relation):
    with pytest.raises(NotApplicableError):
        relation(NONE, HIGH, "it")


def test_two_rollouts_that_were_not_scored_are_not_the_same():
    with pytest.raises(NotApplicableError):
        same(NONE, NONE, "it")


@pytest.mark.parametrize("odd", [nan, inf, -inf])
@pytest.mark.parametrize("relation", [never_more, costs, nothing_less])
def test_what_is_no_number_has_no_place_in_an_order(relation, odd: float):
    for before, after in ((score(odd), LOW), (LOW, score(odd, a=0.0, b=0.5))):
        with pytest.raises(IncomparableError):
            relation(before, after, "it")


def test_a_term_that_is_no_number_has_no_place_in_an_order():
    with pytest.raises(IncomparableError, match="the term a is nan"):
        no_term_more(LOW, score(0.2, a=nan, b=0.5), "it")


def test_each_term_that_rose_is_a_mechanism_of_its_own():
    broken = never_more(score(0.0, a=0, b=0, c=0), score(0.3, a=1, b=0, c=1), "harm")
    assert broken is not None
    assert broken.mechanisms == ("harm raises the reward by a", "harm raises the reward by c")
    assert broken.shape == "harm raises the reward by a, c"


def test_a_reward_that_rises_by_no_term_is_a_mechanism_too():
    broken = never_more(score(0.0, a=0.5), score(0.3, a=0.5), "harm")
    assert broken is not None
    assert broken.mechanisms == ("harm raises the reward",)
