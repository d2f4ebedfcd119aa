"""The settlement desk's laws: kept by scorer and desk, broken by each canary, told as calls."""

from __future__ import annotations

import json
import shlex

import msgspec
import pytest

from audits.laws import Law, Subject, Trial
from audits.laws.drawing import draw
from audits.laws.engine import _caught
from audits.laws.registry import LAWS_OF
from audits.laws.setting import Setting
from audits.laws.settlement.calls import call, right_work
from audits.laws.settlement.cases import cases
from audits.laws.sources import drawn
from audits.laws.trial import Run, plain, play_run
from desk.settlement import settlement_cases, wrongs
from scorer.settlement_reward import settlement_reward
from tests.audits.command import clawback

LAWS = LAWS_OF["settlement"]
EXAMPLES = 40


@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: law.name)
def test_scorer_and_desk_keep_the_law_and_its_canaries_do_not(law: Law):
    subject = Subject.of(settlement_reward(), "settlement")
    tally = drawn(Setting(subject, settlement_cases().cases, 0, EXAMPLES), law).tally
    assert tally.errors == []
    assert tally.breaches == {}
    assert tally.tried > 0
    for name, twist in law.canaries.items():
        assert _caught(law, twist(subject), tally.trials), f"{law.name} misses a twin that {name}"


@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: law.name)
def test_a_law_says_what_it_is_in_one_sentence_and_has_a_canary(law: Law):
    assert law.canaries
    for text in (law.statement, law.why):
        assert text[0].isupper() and text.endswith(".") and text.count(". ") == 0


@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: law.name)
def test_each_trial_of_a_law_goes_through_json(law: Law):
    trials: list[Trial] = []
    draw(law.trials(cases()), trials.append, "json", 6)
    for trial in trials:
        assert msgspec.json.decode(msgspec.json.encode(plain(trial)), type=Trial) == trial


def test_the_right_work_of_the_laws_is_right_on_every_public_task():
    for case in settlement_cases("public").cases:
        assert wrongs(play_run(case, Run(right_work(case)))) == ()


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (call("look"), "tool: expected one of read_processor"),
        (call("ship", fast=1), "ship: expected the arguments none; got fast"),
        (call("wait"), "wait: expected the arguments ticks; got none"),
    ],
)
def test_a_call_that_the_settlement_desk_has_not_is_refused(told, why):
    with pytest.raises(ValueError, match=why):
        Trial(settlement_cases().cases[0], Run((told,)))


def test_a_broken_law_is_told_by_its_fewest_calls_and_shown_again_by_its_replay():
    words = ("laws", "--desk", "settlement", "--without", "settled", "--examples", "24")
    ended = clawback(*words, "--only", "wrong-work", "--format", "json")
    assert ended.code == 1, ended.err
    found = json.loads(ended.out)["findings"]
    for one in found:
        replay = shlex.split(one["replay"])
        assert replay[:4] == ["clawback", "laws", "--desk", "settlement"]
        again = clawback(*replay[1:], "--format", "json")
        assert one["fingerprint"] in {f["fingerprint"] for f in json.loads(again.out)["findings"]}
    shortest = min(len(one["counterexample"]["calls"]) for one in found)
    assert shortest == 2  # a wait and a question: the case is left open


def test_the_laws_of_each_desk_are_listed_for_it():
    told = json.loads(clawback("laws", "--desk", "settlement", "--list", "--format", "json").out)
    assert [law["name"] for law in told] == list(LAWS)
    listed = json.loads(clawback("list", "laws", "--format", "json").out)
    assert {(law["name"], law["applies_to"]) for law in told} <= {
        (row["name"], row["applies to"]) for row in listed
    }
