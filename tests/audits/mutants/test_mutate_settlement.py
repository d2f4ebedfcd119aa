"""The settlement desk's scorer: nobody can break it unnoticed."""

from __future__ import annotations

import json

import pytest

from audits.desks import desk_of
from audits.mutants.refund.bench import Bench
from audits.mutants.refund.inputs import inputs_of
from audits.mutants.settlement.checks import claims, measures, openings
from audits.mutants.settlement.figures import figures
from audits.mutants.settlement.wild import wild_runs
from scorer.settlement_reward import settlement_reward
from scorer.settlement_rules import REVERTS
from tests.audits.command import clawback

TARGET = desk_of("settlement").target(None, (), (), "eval")


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench(settlement_reward, inputs_of(TARGET, 0, wild_runs))


@pytest.mark.parametrize("guard", (claims, measures), ids=("claims", "measures"))
def test_the_checks_find_nothing_wrong_with_the_scorer_as_it_is(bench, guard):
    assert len(bench) > 3_000
    assert guard(bench).notices(bench) is None
    assert figures().notices(bench) is None


@pytest.mark.parametrize("rule", REVERTS)
def test_every_rule_that_is_turned_back_is_noticed_by_the_yardstick(bench, rule):
    lax = Bench(lambda: settlement_reward([rule]), bench.inputs)
    assert claims(bench).notices(lax) is not None


def test_a_rule_that_can_no_longer_be_turned_back_is_noticed(bench, monkeypatch):
    guard = openings(bench)
    assert guard.notices(bench) is None
    monkeypatch.setattr("scorer.settlement_rules.right_end", lambda _evidence: False)
    assert guard.notices(bench) is not None


@pytest.mark.parametrize("rule", ("shipped-early", "unasked"))
def test_what_is_left_of_the_rules_is_guarded_where_one_is_turned_back(bench, rule, monkeypatch):
    lax = Bench(lambda: settlement_reward([rule]), bench.inputs)
    guard = openings(lax, (rule,))
    assert guard.notices(lax) is None
    monkeypatch.setattr("scorer.settlement_rules.right_end", lambda _evidence: False)
    assert guard.notices(lax) is not None


def test_a_rule_that_is_not_there_is_refused_by_name():
    with pytest.raises(ValueError, match=r"expected names from no-dead-guard, .*; got 'unpayed'"):
        settlement_reward(["unpayed"])


@pytest.mark.slow
@pytest.mark.parametrize(
    "module", ("scorer.settlement_rules", "scorer.settlement_reward", "scorer.settlement")
)
def test_no_mutant_survives_that_nobody_accepted(module):
    ended = clawback("mutate", "--desk", "settlement", module, "--format", "json")
    report = json.loads(ended.out)
    assert (ended.code, report["verdict"]) == (0, "CLEAN"), report["why"]
    assert report["mutants"]["survived"] == report["mutants"]["timeout"] == 0
    assert report["mutants"]["killed"] > 0.75 * report["mutants"]["made"] > 80
