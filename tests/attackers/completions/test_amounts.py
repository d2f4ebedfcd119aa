"""Amounts that come round, and fragments that are amounts."""

from __future__ import annotations

import pytest

from attackers.completions.hedge import cuts
from attackers.completions.measured import counts_nothing
from attackers.rows import Attack, Row, Scene


def tried(attack: Attack, gold: str) -> list[object]:
    row = Row(index=0, gold=gold, reference=gold)
    return [one.answer for one in attack(Scene(row, (row,)))]


@pytest.mark.parametrize("gold", ["358 degrees", "6 rad", "11 pm", "12 oclock"])
def test_nought_is_near_the_whole_round(gold: str):
    assert not tried(counts_nothing, gold)


def test_nought_is_far_from_any_other_amount():
    assert tried(counts_nothing, "358 km") == ["0 km", "358000 km"]


def test_a_first_digit_is_no_fragment_but_another_amount():
    assert not tried(cuts, "2 degrees")
    assert tried(cuts, "Paris") == ["p", "ar"]
