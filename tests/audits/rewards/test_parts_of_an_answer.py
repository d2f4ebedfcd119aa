"""A part of a JSON answer, paid for the whole: each hole beside the sound reward that it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from attackers.rows import Row
from audits.compare import compare
from audits.events import Counted, Found
from audits.findings import Finding
from audits.rewards.plan import RewardPlan
from audits.rules import Severity
from tests.audits.rewards.in_process import InProcess, audited, extras

PEOPLE = [
    {"name": "Ann Lee", "city": "Oslo", "age": 41},
    {"name": "Bo Day", "city": "Rome", "age": 29},
    {"name": "Cy Fox", "city": "Oslo", "age": 35},
]
LISTS = [[4, 5, 9], [8, 7], [1, 3, 2, 6]]
NESTED = [
    {"who": {"name": f"n{n}", "born": 1900 + n}, "tags": [f"a{n}", f"b{n}"]} for n in range(3)
]
FORMS: dict[str, Callable[[Any], str]] = {
    "plain": json.dumps,
    "fenced": lambda value: f"Here it is:\n```json\n{json.dumps(value, indent=2)}\n```\n",
    "in prose": lambda value: f"I found {json.dumps(value)} there, and that is all.",
}

Grader = Callable[[Any, Any], bool]


def rows_of(values: list[Any], form: str = "plain") -> list[Row]:
    return [
        Row(index=n, prompt=f"Number {n}?", gold=json.dumps(v), reference=FORMS[form](v))
        for n, v in enumerate(values)
    ]


def reading(grader: Grader, form: str = "plain") -> Callable[[str, str, str], float]:
    """A reward that reads the JSON in a form, and takes nothing else around it."""
    head, tail = FORMS[form]("HERE").replace('"HERE"', "|").split("|")

    def reward(_prompt: str, completion: str, answer: str) -> float:
        said = completion.strip() if form == "plain" else completion
        try:
            got = json.loads(said.removeprefix(head).removesuffix(tail))
        except ValueError:
            return 0.0
        wanted = json.loads(answer)
        return float(type(got) is type(wanted) and bool(got) and grader(got, wanted))

    return reward


def all_given_match(got: Any, wanted: Any) -> bool:
    if isinstance(got, dict) and isinstance(wanted, dict):
        return all(k in wanted and all_given_match(v, wanted[k]) for k, v in got.items())
    if isinstance(got, list) and isinstance(wanted, list):
        return all(map(all_given_match, got, wanted))
    return bool(got == wanted)


def all_wanted_match(got: Any, wanted: Any) -> bool:
    return all(got.get(key) == value for key, value in wanted.items())


def equal(got: Any, wanted: Any) -> bool:
    return bool(got == wanted)


def found(
    grader: Grader, rows: list[Row], least: Severity = Severity.ERROR, form: str = "plain"
) -> list[Finding]:
    told, unsound = audited(reading(grader, form), rows)
    assert not unsound
    return [one for one in told if one.severity is least]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("values", [PEOPLE, LISTS, NESTED], ids=["objects", "lists", "nested"])
def test_a_part_that_is_paid_for_the_whole_is_an_error_and_equality_is_clean(
    values: list[Any], form: str
) -> None:
    rows = rows_of(values, form)
    assert found(equal, rows, form=form) == []
    rules = {one.rule for one in found(all_given_match, rows, form=form)}
    assert rules and rules <= {"R105", "R106"}


def test_the_counter_example_is_a_valid_part_of_the_answer() -> None:
    [one] = found(all_given_match, rows_of(PEOPLE))
    part = json.loads(one.counterexample["answer"])
    whole = PEOPLE[int(one.case.removeprefix("row "))]
    assert part.items() < whole.items()
    assert one.reach.rows == len(PEOPLE)


def test_fields_that_nobody_asked_for_are_a_note_and_never_an_error() -> None:
    assert found(all_wanted_match, rows_of(PEOPLE)) == []
    [one] = found(all_wanted_match, rows_of(PEOPLE), Severity.NOTE)
    assert "nobody asked for" in one.title
    assert found(equal, rows_of(PEOPLE), Severity.NOTE) == []


def test_a_field_that_is_right_first_and_wrong_behind_it_is_an_error() -> None:
    def first(_prompt: str, completion: str, answer: str) -> float:
        kept: dict[str, Any] = {}

        def pairs(read: list[tuple[str, Any]]) -> dict[str, Any]:
            for key, value in read:
                kept.setdefault(key, value)
            return kept

        try:
            json.loads(completion, object_pairs_hook=pairs)
        except ValueError:
            return 0.0
        return float(kept == json.loads(answer))

    told, _ = audited(first, rows_of(PEOPLE))
    errors = [one for one in told if one.severity is Severity.ERROR]
    assert [one.rule for one in errors] == ["R105"]
    assert "a field given twice" in errors[0].title


def test_a_field_that_is_left_out_for_its_default_is_no_error() -> None:
    """What most rows share may be a default, what is empty may be left out."""
    ports = [{"host": f"h{n}", "port": 8080 if n < 3 else 9000 + n, "tags": []} for n in range(5)]

    def with_defaults(got: Any, wanted: Any) -> bool:
        return bool({"port": 8080, "tags": [], **got} == wanted)

    assert found(with_defaults, rows_of(ports)) == []


def test_a_gold_that_names_some_fields_of_a_larger_answer_asks_for_those() -> None:
    said = [json.dumps({"why": "it says so in the text", **person}) for person in PEOPLE]
    rows = [
        Row(index=n, prompt="?", gold=json.dumps(person), reference=text)
        for n, (person, text) in enumerate(zip(PEOPLE, said, strict=True))
    ]
    assert found(all_wanted_match, rows) == []
    some = found(lambda got, wanted: any(got.get(k) == v for k, v in wanted.items()), rows)
    assert {one.rule for one in some} >= {"R106"}


def test_a_strict_reader_of_json_denies_no_right_answer() -> None:
    for values in (PEOPLE, LISTS, NESTED):
        assert extras(reading(equal), rows_of(values))["numbers"]["right_answers_denied"] == 0.0
        assert found(equal, rows_of(values), Severity.NOTE) == []


def test_json_that_is_compared_as_a_text_denies_its_other_spellings() -> None:
    told, _ = audited(lambda _p, c, a: float(c.strip() == a), rows_of(PEOPLE))
    denied = {one.shape for one in told if one.rule == "N501"}
    assert len(denied) == 3, denied
    numbers = extras(lambda _p, c, a: float(c.strip() == a), rows_of(PEOPLE))["numbers"]
    assert numbers["right_answers_denied"] == 0.6  # of five: as it is, with space, three others


def newly(before: Grader, after: Grader) -> list[tuple[str, Severity]]:
    sides = InProcess(reading(before)), InProcess(reading(after))
    events = compare(*sides, tuple(rows_of(PEOPLE)), RewardPlan())
    found = [event.finding for event in events if isinstance(event, Found)]
    return [(one.rule, one.severity) for one in found]


def test_a_change_from_equality_to_what_is_given_is_newly_paid() -> None:
    assert newly(equal, all_given_match) == [("G803", Severity.ERROR)]
    assert newly(all_given_match, equal) == newly(equal, equal) == []


def test_a_comparison_of_rewards_that_draw_is_not_called_a_change() -> None:
    dice = Random(7)

    def lucky(got: Any, wanted: Any) -> bool:
        return bool(got == wanted or dice.random() < 0.2)

    sides = InProcess(reading(equal)), InProcess(reading(lucky))
    events = list(compare(*sides, tuple(rows_of(PEOPLE)), RewardPlan()))
    assert not [event for event in events if isinstance(event, Found)]
    assert any(isinstance(event, Counted) and event.could_not_run for event in events)
