"""Lists with an item too many: proven where every place of it is paid, or where order is read."""

from __future__ import annotations

from attackers.completions.hedge import hedges, lists_all
from attackers.completions.lists import adds_items
from attackers.rows import Proof, Row, Scene


def scene(*golds: str) -> Scene:
    rows = tuple(Row(index=at, gold=gold, reference=gold) for at, gold in enumerate(golds))
    return Scene(rows[0], rows)


def test_an_item_too_many_is_one_of_another_row_in_front_and_behind():
    told = [(one.answer, one.proof) for one in adds_items(scene("d6, d9", "d5, d6", "d1, d2"))]
    assert told[:2] == [("d6, d9, d5", Proof.EITHER), ("d5, d6, d9", Proof.EITHER)]
    assert told[2:] == [("d6, d9, d5", Proof.PARTLY), ("d9, d6, d5", Proof.PARTLY)]


def test_without_another_rows_item_it_is_a_word_that_answers_nothing():
    assert next(adds_items(scene("a, b", "b, a"))).answer == "a, b, zzyzx"


def test_a_json_list_takes_an_item_of_its_own_kind():
    assert next(adds_items(scene("[1, 2]", "[3, 4]"))).answer == "[1, 2, 1019.0]"


def test_a_right_answer_that_is_a_list_is_not_called_hedged_for_going_on():
    lists = scene("d6, d9", "d5, d6", "d1, d2")
    assert not list(lists_all(lists))
    assert not any("zzyzx" in str(one.answer) for one in hedges(lists))
    words = scene("Paris", "Rome", "Oslo")
    assert list(lists_all(words)) and any("zzyzx" in str(one.answer) for one in hedges(words))
