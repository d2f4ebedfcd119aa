"""The edits of behaviour: each is one change, each means what it says, each is really played."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import assume, given, settings
from msgspec.structs import replace

from attackers.edits import Behaviour, Means, behaviour_of, edits
from attackers.edits.edit import edit
from attackers.refund import agents
from desk.refund import CAP_CENTS, Case, Expectation, eval_cases, play, train_cases, wrongs
from tests import strategies


@cache
def references(name: str) -> tuple[Behaviour, ...]:
    chosen = {"eval": eval_cases, "train": train_cases}[name]().cases
    return tuple(behaviour_of(play(agents()["careful"].act, case)) for case in chosen)


def reference(case_id: str) -> Behaviour:
    return next(one for one in references("eval") if one.case.id == case_id)


def only(name: str, case_id: str) -> Behaviour:
    (made,) = edits()[name].variants(reference(case_id))
    return made


@pytest.mark.parametrize("name", edits())
def test_an_edit_is_named_and_told_in_one_clause(name: str):
    one = edits()[name]
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", one.name)
    assert re.fullmatch(r"[A-Z][^.;]+[^.; ]", one.sentence)


def test_no_two_edits_say_the_same():
    assert len({one.sentence for one in edits().values()}) == len(edits())


@pytest.mark.parametrize("name", edits())
@pytest.mark.parametrize("cases", ["eval", "train"])
def test_every_edit_changes_something_and_is_there_what_it_means_to_be(name: str, cases: str):
    one = edits()[name]
    made = [variant for each in references(cases) for variant in one.variants(each)]
    assert made
    for variant in made:
        rollout = variant.play()
        assert rollout.failure is None
        if one.means is not Means.EITHER:
            assert (one.means is Means.WRONG) == bool(wrongs(rollout)), variant


@pytest.mark.parametrize("name", ["stop-early", "drop-a-call", "swap-neighbours"])
def test_an_edit_that_may_be_either_is_wrong_on_some_cases_and_harmless_on_others(name: str):
    made = [variant for each in references("eval") for variant in edits()[name].variants(each)]
    assert {bool(wrongs(variant.play())) for variant in made} == {True, False}


def _as_the_reference_decides(case: Case) -> Case:
    """The same case, asking for what an honest reading of its records comes to."""
    if not case.open_lines:
        return replace(case, expect=Expectation("hold"))
    cents = case.open_lines[0].cents
    pay = cents <= CAP_CENTS
    return replace(case, expect=Expectation("pay", cents) if pay else Expectation("escalate"))


@settings(max_examples=40)
@given(strategies.cases())
def test_every_edit_is_what_it_means_to_be_on_any_case_that_the_reference_solves(drawn: Case):
    rollout = play(agents()["careful"].act, _as_the_reference_decides(drawn))
    assume(not wrongs(rollout))
    for one in edits().values():
        for variant in one.variants(behaviour_of(rollout)):
            made = variant.play()
            assert made.failure is None
            if one.means is not Means.EITHER:
                assert (one.means is Means.WRONG) == bool(wrongs(made)), (one.name, variant)


def test_a_payment_cannot_be_edited_where_there_is_none():
    assert not list(edits()["pay-another-order"].variants(reference("dupticket-01")))
    assert not list(edits()["escalate-twice"].variants(reference("dupticket-01")))


def test_an_edited_amount_is_what_the_desk_really_pays_on_the_retry_as_well():
    rollout = only("pay-a-cent-more", "timeout-01").play()
    assert [paid.amount_cents for paid in rollout.end.payments] == [4201]


def test_a_retry_under_another_key_pays_twice():
    rollout = only("retry-under-another-key", "timeout-01").play()
    assert [paid.amount_cents for paid in rollout.end.payments] == [4200, 4200]


def test_a_repeated_payment_under_the_same_key_pays_once():
    rollout = only("repeat-the-payment", "clean-01").play()
    assert len(rollout.end.payments) == 1


def test_a_log_that_is_rewritten_with_fresh_hashes_is_the_worlds_no_more():
    made = only("reword-the-log-and-rehash", "clean-01")
    assert reference("clean-01").play().log_fault() is None
    assert "does not end as the world's did" in (made.play().log_fault() or "")


def test_the_last_words_change_without_the_calls():
    made = only("say-it-otherwise", "clean-01")
    assert made.program == reference("clean-01").program
    assert made.play().messages[-1].content != reference("clean-01").words


def test_an_edit_takes_its_name_from_its_function_and_its_sentence_from_the_docstring():
    @edit(Means.HARMLESS, doubt="who knows")
    def do_as_before(reference: Behaviour) -> Behaviour:
        """All is done
        as before.
        """
        return reference

    assert (do_as_before.name, do_as_before.sentence) == ("do-as-before", "All is done as before")
    assert list(do_as_before.variants(reference("clean-01"))) == []
