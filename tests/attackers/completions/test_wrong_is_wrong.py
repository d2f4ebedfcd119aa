"""What an attack calls wrong is wrong: no sound reward that pays the reference pays it as well."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from attackers.completions import ATTACKS
from attackers.completions.form import form_of
from attackers.rows import Proof, Proposal, Row, Scene
from audits.rules import RULES
from tests.attackers.completions.drawn import scenes
from tests.attackers.completions.sound import SOUND, Judge


def proposals(scene: Scene) -> list[Proposal]:
    return [proposal for attack in ATTACKS for proposal in attack(scene)]


@pytest.mark.parametrize("judge", SOUND, ids=lambda judge: judge.__name__)
@given(scene=scenes())
@settings(max_examples=150)
def test_a_sound_reward_pays_no_proposal_that_is_called_wrong(judge: Judge, scene: Scene) -> None:
    row = scene.row
    if judge(row.reference, row.gold):
        for proposal in proposals(scene):
            if proposal.proof is Proof.WRONG:
                assert not judge(proposal.answer, row.gold), proposal


@given(scenes())
def test_attacks_propose_the_same_each_time(scene: Scene) -> None:
    assert proposals(scene) == proposals(scene)


@given(scenes())
def test_every_proposal_breaks_a_rule_of_the_table_and_says_why(scene: Scene) -> None:
    for proposal in proposals(scene):
        assert proposal.rule in RULES
        assert proposal.attack and proposal.wrong
        assert isinstance(proposal.answer, str)
        assert 0 < proposal.bar <= 1


@given(scenes())
def test_a_reference_split_at_its_answer_is_put_together_again(scene: Scene) -> None:
    form = form_of(scene.row)
    assert form.head + form.slot + form.tail == scene.row.reference
    assert form.restating(form.slot) == scene.row.reference


BOX = re.compile(r"<box>(\d+),(\d+)</box>")


def only_box(said: str, gold: str) -> bool:
    """The one box of a text, whatever stands around it."""
    found = BOX.findall(said)
    return len(found) == 1 and found == BOX.findall(gold)


def test_words_around_an_answer_that_is_one_element_are_not_called_wrong() -> None:
    golds = ("<box>102,210</box>", "<box>20,180</box>", "<box>300,40</box>")
    rows = tuple(Row(index=n, gold=gold, reference=gold) for n, gold in enumerate(golds))
    told = proposals(Scene(rows[0], rows))
    assert any("not" in one.answer for one in told)
    assert not [one for one in told if one.proof is Proof.WRONG and only_box(one.answer, golds[0])]
