"""When answers are the same, near, or neither: what keeps attacks honest."""

from __future__ import annotations

import pytest

from attackers.completions import ATTACKS
from attackers.completions.fair import fair
from attackers.completions.form import answer_of, form_of, wrong_answers
from attackers.completions.lenient import near, says, text_of
from attackers.rows import Proof, Proposal, Row, Scene


@pytest.mark.parametrize(
    ("completion", "gold"),
    [
        ("1,200", "1200"),
        ("$3.50", "3.5"),
        ("The barn owl.", "barn owl"),
        ("<think>7?</think><answer> 42 </answer>", "42"),
        ("so it is \\boxed{\\frac{1}{2}}", "\\frac{1}{2}"),
        ("two and two\n#### 4", "4"),
        ("I think the answer is: Paris.", "paris"),
    ],
)
def test_what_a_fair_reader_takes_for_right_is_right(completion: str, gold: str) -> None:
    assert says(completion, gold)


@pytest.mark.parametrize(
    ("completion", "gold"),
    [
        ("not 42", "42"),
        ("It is London, not Paris", "Paris"),
        ("421", "42"),
        ("", "42"),
        ("-3", "3"),
    ],
)
def test_what_is_denied_cut_or_turned_is_not(completion: str, gold: str) -> None:
    assert not says(completion, gold)


@pytest.mark.parametrize(
    ("one", "other", "is_near"),
    [
        ("384400", "384417", True),
        ("12 km", "12.05 km", True),
        ("3", "4", True),
        ("3", "5", False),
        ("12 km", "12 mg", False),
        ("100", "150", False),
        ("1, 2", "1, 3", False),
        ("Paris", "Paris", False),
    ],
)
def test_amounts_are_near_where_a_tolerance_could_take_one_for_the_other(
    one: str, other: str, is_near: bool
) -> None:
    assert near(one, other) is is_near is near(other, one)


def rows(*golds: str) -> tuple[Row, ...]:
    return tuple(Row(index=n, gold=gold, reference=gold) for n, gold in enumerate(golds))


def test_another_row_within_a_tolerance_is_no_wrong_answer() -> None:
    made = rows("12756", "12714", "384400")
    assert "12714" not in wrong_answers(Scene(made[0], made))
    assert "384400" in wrong_answers(Scene(made[0], made))


def test_a_single_row_has_wrong_answers_of_its_own() -> None:
    (only,) = rows("384400")
    wrong = wrong_answers(Scene(only, (only,)))
    assert wrong and not any(says(one, "384400") or near(one, "384400") for one in wrong)


def test_the_answer_is_taken_out_of_the_reasoning_before_it() -> None:
    row = Row(index=0, gold="owl", reference="<think>an owl, I see</think><answer>owl</answer>")
    assert form_of(row).holding("crow") == "<think>an this, I see</think><answer>crow</answer>"
    assert answer_of(row) == "owl"


def test_an_attack_is_held_to_its_word() -> None:
    (row,) = rows("owl")

    def careless(_scene: Scene):
        """Call everything wrong."""
        for text in ("owl", "The owl.", "crow"):
            for proof in (Proof.WRONG, Proof.LEAD):
                yield Proposal(rule="R104", attack="a", answer=text, wrong="w", proof=proof)

    kept = [(one.answer, one.proof) for one in fair(careless)(Scene(row, (row,)))]
    assert [text for text, proof in kept if proof is Proof.WRONG] == ["crow"]
    assert [text for text, proof in kept if proof is Proof.LEAD] == ["owl", "The owl.", "crow"]


def proven(made: tuple[Row, ...], attack: str) -> list[Proposal]:
    scene = Scene(made[0], made)
    every = (one for attack in ATTACKS for one in attack(scene))
    return [one for one in every if one.attack == attack and one.proof is Proof.WRONG]


def test_an_item_left_out_is_wrong_of_a_list_and_not_of_a_place_with_its_country() -> None:
    missing = "a list with an item missing"
    assert proven(rows("red, white, blue", "blue, yellow"), missing)
    assert not proven(rows("Paris, France", "Rome, Italy"), missing)


def test_a_remark_in_a_structure_is_free_and_a_value_is_not() -> None:
    gold = '{"city": "Oslo", "remark": "a room near the harbour"}'
    other = '{"city": "Rome", "remark": "with a view of the river"}'
    wrong = proven(rows(gold, other), "a structure with a wrong field")
    assert wrong and all('"remark": "a room near the harbour"' in one.answer for one in wrong)


def test_where_nothing_is_the_right_answer_saying_nothing_is_not_wrong() -> None:
    assert not proven(rows("None", "4"), "saying nothing")
    assert not proven(rows("unknown", "yes"), "refusing")
    assert proven(rows("4", "None"), "saying nothing")


def test_gold_that_is_no_text_is_written_as_json() -> None:
    assert text_of(["ü", 1]) == '["ü", 1]' and text_of("x") == "x"
