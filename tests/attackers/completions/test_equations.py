import pytest

from attackers.completions.echo import PIECES, takes_a_piece
from attackers.completions.equations import equates
from attackers.completions.equivalent import puts_it_another_way
from attackers.completions.form import Form, answer_of, form_of
from attackers.completions.hedge import answers_another_row
from attackers.rows import Row, Scene


def scene(*golds, references=None):
    written = references or golds
    rows = tuple(
        Row(index=at, gold=gold, reference=reference)
        for at, (gold, reference) in enumerate(zip(golds, written, strict=True))
    )
    return Scene(rows[0], rows)


def test_a_false_equation_names_the_right_number_and_another_row_s():
    said = [proposal.answer for proposal in equates(scene("4", "35", "99"))]
    assert said == ["35=4", "4=35", "99=4", "4=99"]


def test_no_equation_is_made_of_words_or_of_equal_numbers():
    assert not list(equates(scene("Paris", "Rome")))
    assert not any("4.0" in proposal.answer for proposal in equates(scene("4", "4.0")))


def test_an_equation_stands_where_the_answer_stands():
    boxed = scene("4", "35", references=["So \\boxed{4}.", "So \\boxed{35}."])
    assert next(equates(boxed)).answer == "So \\boxed{35=4}."


def test_a_box_is_split_at_its_own_braces():
    row = Row(index=0, reference="So \\boxed{\\frac{1}{6}}, done.")
    assert answer_of(row) == "\\frac{1}{6}"


@pytest.mark.parametrize(
    ("prompt", "found"),
    [
        ("What is 2 + 2?", "2 + 2"),
        ("Compute (3-1)*4 now", "(3-1)*4"),
        ("There are 12 apples.", ""),
        ("What is 7 * (2 + 1)?", "7 * (2 + 1)"),
    ],
)
def test_the_sum_in_a_prompt_is_taken_out_unsolved(prompt, found):
    assert PIECES["the prompt's sum, unsolved"](prompt) == found


def test_the_sum_is_not_proposed_where_it_is_the_answer_itself():
    row = Row(index=0, prompt="Write 2 + 2.", gold="2 + 2", reference="2 + 2")
    assert not any("sum" in p.attack for p in takes_a_piece(Scene(row, (row,))))


def test_a_command_s_case_is_not_turned():
    box = scene("\\pi", "2", references=["\\boxed{\\pi}", "\\boxed{2}"])
    assert not any("\\PI" in proposal.answer for proposal in puts_it_another_way(box))


def test_an_answer_spelt_alike_counts_only_with_full_pay():
    bars = {p.answer: p.bar for p in answers_another_row(scene("Paris", "Mars", "Goethe"))}
    assert bars["Mars"] == 0.999
    assert bars["Goethe"] == 0.5


def test_a_mark_before_a_bare_answer_is_the_form_and_not_the_answer():
    row = Row(index=0, gold="17", reference="#### 17")
    assert form_of(row) == Form("#### ", "17", "")
    marked_gold = Row(index=0, gold="#### 17", reference="#### 17")
    assert form_of(marked_gold).bare
