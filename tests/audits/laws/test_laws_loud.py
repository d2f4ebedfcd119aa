"""Whatever would let an audit of laws say clean in silence is loud instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf, nan
from typing import Any

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace as with_changes

from audits.errors import CannotAuditError
from audits.events import Counted, Extra
from audits.laws import LAWS, LawsPlan, NotApplicableError, Trial, laws, registry
from audits.laws.trial import Run
from audits.target import refund_target
from audits.verdict import Verdict
from desk import Rollout
from scorer import Score
from tests.audits.laws.subjects import CASES, checked, shapes, with_scorer

PLAIN = Trial(CASES[0], Run())


@pytest.fixture
def one_law(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Put a changed law in place of `silence`."""

    def change(**parts: Any) -> str:
        monkeypatch.setitem(registry.LAWS, "silence", replace(LAWS["silence"], **parts))
        return "silence"

    return change


def raises(error: Exception) -> Callable[..., Any]:
    def raising(*_args: Any) -> Any:
        raise error

    return raising


def test_a_law_that_no_trial_fits_is_inconclusive(one_law: Callable[..., str]):
    result = checked(refund_target(), one_law(check=raises(NotApplicableError())))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "law silence: none of 40 trials was one for it" in result.why


def test_a_check_that_raises_is_neither_a_finding_nor_clean(one_law: Callable[..., str]):
    result = checked(refund_target(), one_law(check=raises(ZeroDivisionError("oh"))))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert not result.findings
    assert "law silence: 40 of 40 checks: ZeroDivisionError: oh" in result.why


def test_a_check_that_raises_once_is_enough(one_law: Callable[..., str]):
    law, asked = LAWS["silence"], iter(range(1_000))

    def once(*args: Any) -> Any:
        if next(asked) == 7:
            raise ZeroDivisionError
        return law.check(*args)

    result = checked(refund_target(), one_law(check=once))
    assert (result.verdict, result.could_not_run) == (Verdict.INCONCLUSIVE, 1)


def test_nothing_to_draw_is_inconclusive(one_law: Callable[..., str]):
    def never(_cases: Any) -> Any:
        return st.just(PLAIN).filter(lambda _trial: False)

    result = checked(refund_target(), one_law(trials=never))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "Unsatisfiable" in result.why


def test_a_generator_that_raises_is_inconclusive(one_law: Callable[..., str]):
    result = checked(refund_target(), one_law(trials=raises(KeyError("sku"))))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "drawing stopped: KeyError" in result.why


def test_a_canary_that_is_not_caught_is_inconclusive_even_beside_findings(
    one_law: Callable[..., str],
):
    sound = {"is as good as ours": lambda subject: subject}
    result = checked(refund_target(), one_law(canaries=sound))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "law silence: a twin that is as good as ours was not caught in 40 trials" in result.why
    beside = checked(refund_target("published"), "silence,required-work", 100)
    assert beside.findings
    assert beside.verdict is Verdict.INCONCLUSIVE


def test_a_canary_that_only_raises_is_not_caught(one_law: Callable[..., str]):
    def broken(subject: Any) -> Any:
        return replace(subject, scorer=None)

    result = checked(refund_target(), one_law(canaries={"raises": broken}))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.extra["laws"][0]["canaries_caught"] == 0


def test_a_scorer_that_raises_leaves_every_law_unchecked():
    def raising(_made: Rollout[Any, Any], _score: Score) -> Score:
        raise RuntimeError("no score today")

    result = checked(with_scorer(raising), examples=4)
    unchecked = {name for name, law in LAWS.items() if not law.step}
    assert result.verdict is Verdict.INCONCLUSIVE
    assert not result.findings
    for name in unchecked:
        assert any(why.startswith(f"law {name}: ") for why in result.reasons), name


@pytest.mark.parametrize("odd", [nan, inf, -inf])
def test_a_reward_that_is_no_number_is_one_finding_and_keeps_the_rest_from_being_clean(odd: float):
    def twist(_made: Rollout[Any, Any], score: Score) -> Score:
        return with_changes(score, value=odd)

    result = checked(with_scorer(twist), "range,harm-after-work", 20)
    assert shapes(result) == {"range: a reward is not finite"}
    assert result.findings[0].earned is None
    assert any("has no place in an order" in why for why in result.reasons)


def test_a_scorer_that_scores_nothing_keeps_no_law_by_it():
    def unscored(_made: Rollout[Any, Any], score: Score) -> Score:
        return with_changes(score, value=None)

    target = with_scorer(unscored)
    for name in ("range", "words", "harm-after-work", "failure", "silence", "evidence"):
        assert checked(target, name, 8).verdict is Verdict.INCONCLUSIVE, name
    assert checked(target, "right-work", 8).verdict is Verdict.FINDINGS


def test_a_scorer_that_scores_nothing_twice_alike_is_found_out():
    values = iter(range(10**6))

    def fickle(_made: Rollout[Any, Any], score: Score) -> Score:
        return with_changes(score, value=next(values) % 7 / 10)

    result = checked(with_scorer(fickle), "rescoring")
    assert "rescoring: scoring again changes the score" in shapes(result)


def test_what_was_checked_before_an_interruption_is_kept(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(
        registry.LAWS,
        "words",
        replace(LAWS["words"], check=raises(KeyboardInterrupt())),  # type: ignore[arg-type]
    )
    events = []
    with pytest.raises(KeyboardInterrupt):
        for event in laws(refund_target(), LawsPlan(only="sum,words,names", examples=4)):
            events.append(event)
    assert sum(event.tried for event in events if isinstance(event, Counted)) == 4
    (rows,) = (event.value for event in events if isinstance(event, Extra) and event.key == "laws")
    assert [row["name"] for row in rows] == ["sum"]


def test_a_name_that_no_law_has_is_refused_with_the_nearest():
    with pytest.raises(CannotAuditError, match="Did you mean 'parts'"):
        checked(refund_target(), "part")
    with pytest.raises(CannotAuditError, match="--only"):
        checked(refund_target(), " , ")


def test_a_trial_that_is_none_for_its_law_is_inconclusive_and_for_all_laws_it_is_counted():
    alone = checked(refund_target(), "words", trial=PLAIN)
    assert alone.verdict is Verdict.INCONCLUSIVE
    among: Any = checked(refund_target(), trial=PLAIN)
    assert among.verdict is Verdict.CLEAN
    assert among.tried and among.not_applicable
    assert among.tried + among.not_applicable == len(LAWS)
