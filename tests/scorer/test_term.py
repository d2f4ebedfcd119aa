"""What every scorer does, whatever its terms: weigh, round, guard, and be found by name."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scorer import Death, Score, Scorer, Term, hardened, published
from tests.strategies import both_reads, eval_case, play_calls

ROLLOUT = play_calls(eval_case("clean-01"), both_reads(eval_case("clean-01")))


def scorer(*terms, guard=lambda _rollout: None):
    return Scorer("toy", terms, read=lambda rollout, dead: (rollout, dead), guard=guard)


def term(name="t", weight=1.0, value=1.0, code=""):
    return Term(name, weight, "Well?", lambda _evidence: value, code)


def test_a_score_is_the_weighted_sum_of_its_terms():
    score = scorer(term("a", 0.75, 0.5), term("b", 0.25, 1)).score(ROLLOUT)
    assert score == Score(0.625, {"a": 0.5, "b": 1.0})
    assert (score.dead, score.why) == (False, None)


@pytest.mark.parametrize(
    ("value", "rounded"), [(Fraction(1, 3), 0.3333), (2 / 3, 0.6667), (0.00004, 0.0)]
)
def test_a_score_is_rounded_to_four_places(value, rounded):
    assert scorer(term(value=float(value))).score(ROLLOUT).value == rounded


def test_full_marks_are_the_sum_of_the_weights():
    assert scorer(term("a", 0.1), term("b", 0.2)).full_marks == 0.3
    assert scorer().full_marks == 0.0


def test_the_terms_of_a_score_cannot_be_changed():
    score = scorer(term()).score(ROLLOUT)
    with pytest.raises(TypeError):
        score.terms["t"] = 0.0
    with pytest.raises(AttributeError):
        score.value = 0.0


@pytest.mark.parametrize("value", [None, 0.0])
def test_a_dead_rollout_is_given_what_the_guard_says_and_no_term(value):
    toy = scorer(term("a"), term("b"), guard=lambda _rollout: Death(value, "because"))
    assert toy.score(ROLLOUT) == Score(value, {"a": 0.0, "b": 0.0}, True, "because")


def test_a_dead_rollout_is_not_put_to_the_terms():
    def judge(_evidence):
        raise AssertionError("asked")

    toy = scorer(Term("t", 1.0, "?", judge), guard=lambda _rollout: Death(0.0, "because"))
    assert toy.score(ROLLOUT).why == "because"


def test_the_reader_is_told_what_the_guard_said():
    told = []
    for death in (None, Death(0.0, "because")):
        toy = Scorer(
            "toy",
            (),
            read=lambda _rollout, dead: told.append(dead),
            guard=lambda _rollout, death=death: death,
            metrics={"m": lambda _evidence: 3},
        )
        assert toy.measure(ROLLOUT) == {"m": 3}
    assert told == [False, True]


@pytest.mark.parametrize("build", [published, hardened])
def test_every_term_is_found_by_name_by_code_and_by_both_joined(build):
    built = build()
    for one in built.terms:
        joined = f"{one.code}_{one.name}"
        dashed = joined.replace("_", "-")
        for name in (one.name, one.code, joined, dashed, joined.upper(), f" {one.name} "):
            assert built.term(name) is one


@pytest.mark.parametrize("name", ["r9", "", "task", "r0_", "r0_log_replayable"])
def test_an_unknown_term_is_a_key_error_with_that_name(name):
    with pytest.raises(KeyError) as caught:
        published().term(name)
    assert caught.value.args == (name,)
    with pytest.raises(KeyError):
        published().without("r0", name)


def test_a_scorer_without_some_terms_keeps_the_others_and_all_its_metrics():
    left = published().without("r0", "no_false_block")
    assert [one.code for one in left.terms] == ["r4", "r2", "r1"]
    assert left.full_marks == 0.5
    assert left.metrics.keys() == published().metrics.keys()
    for name in (
        "r2",
        "no_duplicate_effects",
        "r2_no_duplicate_effects",
        "r2-no-duplicate-effects",
    ):
        left = published().without(name, name)
        assert [one.code for one in left.terms] == ["r0", "r4", "r1", "r3"]


def test_taking_terms_out_leaves_the_scorer_itself_alone():
    whole = published()
    whole.without("r0")
    assert len(whole.terms) == 5
    assert whole.without().terms == whole.terms


# a part of a scorer that fails


def raises(*_args):
    raise ValueError("no such field")


BROKEN = {
    "the guard": scorer(term(), guard=raises),
    "the reader": Scorer("toy", (term(),), raises, lambda _rollout: None),
    "the term b": scorer(term("a"), Term("b", 1.0, "Well?", raises)),
}


@pytest.mark.parametrize("part", BROKEN)
def test_a_part_that_raises_leaves_the_rollout_unscored_and_is_named(part):
    score = BROKEN[part].score(ROLLOUT)
    assert (score.value, score.dead) == (None, True)
    assert set(score.terms.values()) == {0.0}
    assert score.why == f"not scored: {part} failed with ValueError: no such field"


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), -float("inf"), 1.5, -0.5, "1", None, [1.0], 1j]
)
def test_a_term_that_gives_no_fraction_leaves_the_rollout_unscored_and_is_named(value):
    score = scorer(term("a"), term("b", value=value)).score(ROLLOUT)
    assert (score.value, score.dead) == (None, True)
    assert "the term b failed" in score.why


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_guard_that_gives_no_number_leaves_the_rollout_unscored(value):
    score = scorer(term(), guard=lambda _rollout: Death(value, "because")).score(ROLLOUT)
    assert (score.value, score.dead) == (None, True)


@pytest.mark.parametrize("value", [True, False, 1, 0, Fraction(1, 2)])
def test_any_number_from_0_to_1_is_a_fraction(value):
    assert scorer(term(value=value)).score(ROLLOUT).value == float(value)
