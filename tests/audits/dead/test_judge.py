"""Which laws a score breaks: by what became of the rollout, by whom, and how it is labelled."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest

from audits.dead.fate import Fate
from audits.dead.judge import Bar, Outcome, Struck, bar, broken, outcome, span
from audits.rules import Severity
from desk import By
from scorer import Death, Score, Scorer, Term

BAR = Bar(low=0.0, high=1.0, floor=0.2, due=1.0)


def struck(fate: Fate = Fate.DEAD, by: By | None = By.INFRASTRUCTURE) -> Struck:
    return Struck("test", "group", "it fails", fate, by, "c", "reference", "somewhere", None)


def score(value: float | None, dead: bool = False) -> Outcome:
    return Outcome(Score(value, {"term": 0.0}, dead))


def rules(one: Struck, made: Outcome, held: Bar = BAR) -> list[str]:
    return [breach.rule for breach in broken(one, made, held)]


OUTAGE, OWN = struck(), struck(by=By.AGENT)


@pytest.mark.parametrize(
    ("one", "made", "wanted"),
    [
        (OUTAGE, score(None, True), []),
        (OUTAGE, score(None), []),
        (OUTAGE, score(0.0, True), []),
        (OWN, score(0.0, True), []),
        (struck(Fate.UNOPENED, None), score(None, True), []),
        (struck(Fate.UNOPENED, None), score(0.0, True), []),
        (struck(Fate.UNSCORED), score(None, True), []),
        (OUTAGE, score(0.1, True), ["D201"]),
        (OUTAGE, score(0.3, True), ["D201", "D202"]),
        (OUTAGE, score(0.0), ["D203", "D204"]),
        (OUTAGE, score(0.4), ["D201", "D202", "D203", "D204"]),
        (OWN, score(0.0), ["D203"]),
        (OWN, score(None, True), ["D204"]),
        (struck(Fate.UNOPENED, None), score(0.1), ["D201", "D203"]),
    ],
)
def test_a_dead_rollout_is_unpaid_labelled_and_laid_at_the_right_door(
    one: Struck, made: Outcome, wanted: list[str]
):
    assert rules(one, made) == wanted


def test_zero_is_too_much_where_honest_work_can_earn_less():
    held = Bar(low=-1.0, high=1.0, floor=-1.0, due=1.0)
    assert rules(OUTAGE, score(0.0, True), held) == ["D202"]
    assert rules(OUTAGE, score(-1.0, True), held) == []
    assert rules(OUTAGE, score(None, True), held) == []


@pytest.mark.parametrize("value", [nan, inf, -inf])
@pytest.mark.parametrize("fate", list(Fate))
def test_a_value_that_is_not_finite_is_found_whatever_became_of_the_rollout(
    fate: Fate, value: float
):
    found = broken(struck(fate), score(value, True), BAR)
    assert found[0][:2] == ("D205", "it is not finite")


def test_a_term_that_is_not_finite_is_found_though_the_value_is():
    made = Outcome(Score(0.0, {"term": nan}, True))
    assert rules(OWN, made) == ["D205"]


@pytest.mark.parametrize("value", [-0.1, 1.1])
def test_a_value_out_of_the_range_of_the_weights_is_found(value: float):
    assert broken(OWN, score(value, True), BAR)[0][:2] == ("D205", "it is out of range")


@pytest.mark.parametrize("fate", list(Fate))
def test_a_scorer_that_raises_is_found_whatever_became_of_the_rollout(fate: Fate):
    assert broken(struck(fate), Outcome(None, "no"), BAR)[0][:2] == ("D205", "it raises")


def test_what_is_paid_without_any_failure_on_record_is_a_lead_and_no_proof():
    (lead,) = broken(struck(Fate.SILENT, None), score(0.4), BAR)
    assert (lead.rule, lead.severity) == ("D201", Severity.WARNING)
    assert not broken(struck(Fate.SILENT, None), score(0.0), BAR)
    assert not broken(struck(Fate.SILENT, None), score(None, True), BAR)


@pytest.mark.parametrize(("value", "wanted"), [(1.0, []), (0.9, ["D207"]), (None, ["D207"])])
def test_right_work_that_lived_through_a_fault_is_paid_in_full(
    value: float | None, wanted: list[str]
):
    assert rules(struck(Fate.ALIVE, None), score(value)) == wanted


def _scorer(**weights: float) -> Scorer[Any]:
    terms = tuple(Term(name, weight, "?", float) for name, weight in weights.items())
    return Scorer("test", terms, read=lambda rollout, _dead: rollout, guard=_odd)


def _odd(rollout: Any) -> Death | None:
    return Death(None, "odd") if rollout is None else None


def test_the_range_is_that_of_the_weights_negative_ones_included():
    assert (span(_scorer(a=0.4, b=0.6)).low, span(_scorer(a=0.4, b=0.6)).high) == (0.0, 1.0)
    assert (span(_scorer(a=1.0, b=-0.5)).low, span(_scorer(a=1.0, b=-0.5)).high) == (-0.5, 1.0)


def test_the_floor_is_the_worst_honest_failure_that_was_scored():
    held = bar(_scorer(a=1.0), [0.5, None, 0.25], 1.0)
    assert (held.floor, held.due) == (0.25, 1.0)
    assert bar(_scorer(a=1.0), [None], None) == Bar(0.0, 1.0, None, None)


def test_what_a_scorer_raises_is_kept():
    def scores(_rollout: Any) -> Score:
        raise ZeroDivisionError("by nothing")

    assert outcome(scores, None) == Outcome(None, "ZeroDivisionError: by nothing")
