"""Which column plays which role, and what becomes of rows that have none for it."""

from __future__ import annotations

import pytest

from audits.errors import CannotAuditError
from audits.rewards.outcome import Shape
from audits.targets.rows import named, rows_of, unfolded


def test_columns_are_told_apart_by_their_names():
    row = {
        "id": 7,
        "question": "2+2?",
        "solution": "4",
        "metadata": {"a": 1},
        "response": "It is 4",
    }
    (made,) = rows_of([row], Shape.TEXT, {})
    assert (made.prompt, made.gold, made.reference) == ("2+2?", "4", "It is 4")
    assert (made.info, made.columns) == ({"a": 1}, row)


def test_a_mapping_goes_before_names():
    row = {"question": "2+2?", "answer": "no", "key": "4"}
    (made,) = rows_of([row], Shape.TEXT, {"answer": "key"})
    assert (made.gold, made.reference) == ("4", "4")


def test_a_mapping_to_no_column_names_those_that_are_there():
    with pytest.raises(CannotAuditError) as error:
        named([{"question": "2+2?", "answers": "4"}], {"gold": "answer"})
    assert str(error.value) == (
        "--map gold: expected one of answers, question; got 'answer'. Did you mean 'answers'?"
    )


def test_a_nested_column_is_named_by_its_path():
    rows = [{"prompt": "2+2?", "truth": {"of": {"it": "4"}}}, {"prompt": "3+3?", "truth": None}]
    first, second = rows_of(
        unfolded(rows, ["truth.of.it"]), Shape.TEXT, {"ground_truth": "truth.of.it"}
    )
    assert (first.gold, first.reference) == ("4", "4")
    assert (second.gold, second.reference) == (None, None)


def test_the_nested_gold_of_a_known_framework_is_found():
    chat = [{"role": "user", "content": "2+2?"}]
    row = {"prompt": chat, "reward_model": {"ground_truth": "4", "style": "rule"}}
    (made,) = rows_of(unfolded([row], []), Shape.TEXT, {})
    assert (made.prompt, made.gold) == ("2+2?", "4")


def test_a_column_with_a_dot_in_its_name_is_itself():
    rows = [{"a.b": "4", "a": {"b": "5"}}]
    assert unfolded(rows, ["a.b"]) == rows


def test_a_gold_that_is_no_text_is_written_as_json_for_a_reference():
    (made,) = rows_of([{"answer": [1, None]}], Shape.TEXT, {})
    assert (made.gold, made.reference) == ([1, None], "[1,null]")
