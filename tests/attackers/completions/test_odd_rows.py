"""Text attacks on rows that are odd in every way: they propose less, and never raise."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from attackers.completions import ATTACKS
from attackers.completions.equivalent import puts_it_another_way
from attackers.rows import Row, Scene
from tests.attackers.odd import anything, odd_scenes


@given(odd_scenes(anything))
@settings(max_examples=150)
def test_no_attack_raises_on_odd_rows(scene: Scene) -> None:
    for attack in (*ATTACKS, puts_it_another_way):
        for proposal in attack(scene):
            assert isinstance(proposal.answer, str)


def test_a_very_long_answer_is_attacked_like_any_other() -> None:
    size = 100_000
    rows = tuple(
        Row(
            index=n,
            prompt="p" * size,
            gold=text * size,
            reference=f"<answer>{text * size}</answer>",
        )
        for n, text in enumerate("ab")
    )
    scene = Scene(rows[0], rows)
    attacks = {proposal.attack for attack in ATTACKS for proposal in attack(scene)}
    assert {"saying nothing", "another row's answer", "the form left empty"} <= attacks


def test_a_row_without_gold_is_attacked_by_its_reference() -> None:
    rows = tuple(
        Row(index=n, reference=text) for n, text in enumerate(["\\boxed{4}", "\\boxed{9}"])
    )
    proposals = [one for attack in ATTACKS for one in attack(Scene(rows[0], rows))]
    assert "\\boxed{9}" in [one.answer for one in proposals]


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_every_attack_says_in_a_sentence_what_it_tries(attack: object) -> None:
    first = (attack.__doc__ or "").strip().splitlines()[0]
    assert first.endswith(".")
