"""The published rules break laws, truly: the holes are found, named, shrunk, and found again."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from attackers.program import Call
from audits.laws import Trial
from audits.laws.trial import Run, play_run
from audits.result import Result
from audits.rules import Severity
from audits.target import refund_target
from desk.refund import HARM, Case, wrongs
from tests.audits.laws.subjects import checked, shapes

EXAMPLES = 100


@cache
def published(only: str, *reverts: str) -> Result:
    return checked(refund_target("published", reverts), only, EXAMPLES)


def calls(example: dict[str, Any]) -> list[str]:
    return [call["tool"] for call in example["calls"]]


@pytest.mark.parametrize(
    ("law", "shape", "fewest"),
    [
        ("harm-after-work", "money that was not owed raises the reward by task_completed", 1),
        ("harm-after-work", "money that was not owed raises the reward by no_false_block", 2),
        (
            "harm-or-nothing",
            "harm instead of reading and leaving it raises the reward by task_completed",
            1,
        ),
        pytest.param(
            *("wrong-work", "full marks on a case to pay although more was paid than was owed", 3),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            *("undone-work", "leaving out required work raises the reward by task_completed", 1),
            marks=pytest.mark.slow,
        ),
        ("cents", "a larger payment raises a term by no_duplicate_effects", 1),
        ("parts", "a payment made in parts raises a term by no_duplicate_effects", 2),
        ("erased-log", "an entry taken out of the log raises the reward by task_completed", 2),
        ("required-work", "leaving out refund_history on a case to escalate costs nothing", 2),
    ],
)
def test_a_hole_of_the_published_rules_is_shrunk_to_the_fewest_calls(
    law: str, shape: str, fewest: int
):
    result = published(law)
    (found,) = (one for one in result.findings if one.shape == f"{law}: {shape}")
    assert found.rule == "L301"
    assert len(calls(found.counterexample)) == fewest
    assert 0 < found.reach.rows <= found.reach.of <= EXAMPLES
    assert found.earned is not None and found.earned <= 1.0
    assert found.reference_earned == 1.0


def test_reads_left_out_before_a_person_is_called_are_a_lead_and_no_error():
    for found in published("required-work").findings:
        assert "on a case to escalate" in found.shape
        assert found.severity is Severity.WARNING
        assert found.counterexample["doubt"]
    (paid, *_) = (
        one
        for one in published("required-work", "any-read-is-evidence").findings
        if "on a case to pay" in one.shape
    )
    assert paid.severity is Severity.ERROR


def test_a_mechanism_is_shown_by_a_run_in_which_no_other_term_moved_if_there_is_one():
    (found,) = (
        one for one in published("harm-after-work").findings if "no_false_block" in one.shape
    )
    assert found.terms == {"no_false_block": 1.0}


@pytest.mark.parametrize("law", ["harm-after-work", "harm-or-nothing", "parts", "cents"])
def test_what_breaks_a_law_of_harm_did_harm_by_the_books(law: str):
    for found in published(law).findings:
        case = msgspec.convert(found.counterexample["case"], Case)
        made = play_run(case, Run(msgspec.convert(found.counterexample["calls"], tuple[Call, ...])))
        assert HARM & set(wrongs(made)), found.title


@pytest.mark.parametrize(
    ("revert", "law", "shape"),
    [
        ("cap-per-payment", "parts", "raises a term by no_unauthorized_payment"),
        ("any-read-is-evidence", "required-work", "refund_history on a case to pay costs nothing"),
        ("inaction-is-free", "required-work", "refund_history on a case to hold costs nothing"),
        (
            "empty-log-replayable",
            "silence",
            "lookup_order and refund_history on a case to pay costs nothing",
        ),
        ("no-dead-guard", "failure", "a failure raises the reward by no_false_block"),
    ],
)
def test_each_fix_turned_back_breaks_a_law_that_the_published_rules_keep(
    revert: str, law: str, shape: str
):
    def named(result: Result) -> bool:
        return any(shape in one for one in shapes(result))

    assert named(published(law, revert))
    assert not named(published(law))


def test_a_replayed_trial_shows_the_same_finding_on_the_same_calls():
    for found in published("cents").findings:
        told = found.replay.split(" --trial '")[1].rstrip("'")
        trial = msgspec.json.decode(told, type=Trial)
        again = checked(refund_target("published"), "cents", trial=trial)
        (same,) = (one for one in again.findings if one.shape == found.shape)
        assert same.counterexample == found.counterexample
        assert (same.earned, same.terms) == (found.earned, found.terms)


def test_the_same_seed_gives_the_same_report_and_another_seed_another():
    def report(seed: int) -> bytes:
        made = checked(refund_target("published"), "cents,payments", 24, seed=seed)
        return msgspec.json.encode(made.document())

    assert report(0) == report(0)
    assert report(0) != report(1)


def test_a_law_draws_the_same_whatever_else_is_checked():
    alone = checked(refund_target("published"), "cents", 24)
    among = checked(refund_target("published"), "answers,cents,words", 24)
    rows = {row["name"]: row for row in among.extra["laws"]}
    assert rows["cents"] == alone.extra["laws"][0]
    assert among.findings == alone.findings


def test_shrinking_prefers_plain_generated_cases():
    (found,) = (
        one for one in published("harm-after-work").findings if "task_completed" in one.shape
    )
    assert found.counterexample["case"] == {
        "id": "generated",
        "order": "10",
        "lines": [{"sku": "A", "cents": 1}],
        "expect": ["pay", 1],
    }
