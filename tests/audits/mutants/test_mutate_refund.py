"""The refund desk's own scorers: nobody can break one of them unnoticed."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from functools import cache

import pytest

from attackers import Role
from audits.attacks import DEFAULT_MARGIN, AgentVerdict, attack, seats
from audits.dead.control import Unguarded
from audits.laws.law import AppliesTo, Subject
from audits.laws.plan import DEFAULT_EXAMPLES
from audits.laws.registry import LAWS
from audits.laws.sources import Setting, drawn
from audits.mutants.guard import Kind
from audits.mutants.refund.attack_guards import attack_guards
from audits.mutants.refund.bench import Bench
from audits.mutants.refund.checks import (
    contract,
    forged_payments,
    machinery,
    measures,
    yardstick,
)
from audits.mutants.refund.claims import NOT_CLAIMED
from audits.mutants.refund.filed import filed
from audits.mutants.refund.ground import refund_ground
from audits.mutants.refund.inputs import inputs_of
from audits.target import refund_target
from desk import Kind as Failure
from desk import died
from scorer import Scorer
from tests.audits.command import clawback

FATES = ("killed", "timeout", "survived", "accepted", "no_difference")


@cache
def ran(*words):
    """Run the verb and read its JSON."""
    ended = clawback("mutate", *words, "--format", "json")
    return ended.code, json.loads(ended.out)


WHOLE = ("--scorer", "hardened")
PUBLISHED = ("scorer.published", "--scorer", "published")


@pytest.mark.parametrize("words", [WHOLE, pytest.param(PUBLISHED, marks=pytest.mark.slow)])
def test_no_mutant_survives_that_nobody_accepted(words):
    code, report = ran(*words)
    assert (code, report["verdict"]) == (0, "CLEAN"), report["why"]
    assert report["findings"] == []
    counts = report["mutants"]
    assert counts["made"] == sum(counts[fate] for fate in FATES) > 100
    assert counts["survived"] == counts["timeout"] == 0
    assert counts["no_difference"] < 0.15 * counts["made"]
    assert report["tried"] == counts["made"]


def test_every_attacker_fault_and_law_is_a_column_and_was_asked():
    _code, report = ran(*WHOLE)
    columns = {row["name"]: row for row in report["guards"]}
    agents = refund_target().agents.values()
    assert {f"attacker:{one.name}" for one in agents if one.role is Role.ATTACKER} <= columns.keys()
    of_scorers = [name for name, law in LAWS.items() if law.applies_to is not AppliesTo.DESK]
    assert {f"law:{name}" for name in of_scorers} <= columns.keys()
    assert {row["kind"] for row in columns.values()} == set(Kind) - {Kind.TESTS}
    assert min(row["asked"] for row in columns.values()) > 0
    noticed = {row["kind"] for row in columns.values() if row["alone"]}
    assert noticed == set(Kind) - {Kind.TESTS}


def test_the_report_has_the_documented_keys():
    _code, report = ran(*WHOLE)
    documented = (
        "schema_version tool target seed tried not_applicable could_not_run findings verdict"
    )
    assert set(documented.split()) <= report.keys()
    assert set(report["mutants"]) == {"made", *FATES}


def test_the_laws_that_the_published_rules_do_not_claim_are_those_that_they_break():
    target = refund_target("published")
    setting = Setting(Subject(target.scorer), target.cases.cases, 0, DEFAULT_EXAMPLES)
    assert {
        name for name in NOT_CLAIMED if drawn(setting, LAWS[name]).tally.breaches
    } == NOT_CLAIMED


@pytest.mark.parametrize(
    ("scorer", "reverts", "without"),
    [
        ("hardened", (), ()),
        ("hardened", (), ("h1",)),
        ("published", (), ()),
        ("published", ("any-read-is-evidence",), ()),
        ("published", (), ("r0", "r4")),
    ],
)
def test_an_attackers_guard_says_what_the_attack_suite_says(scorer, reverts, without):
    target = refund_target(scorer, reverts, without)
    rows = {row.name: row for row in attack(target, seats(target), DEFAULT_MARGIN)}
    inputs = inputs_of(target, 0)
    bench = Bench(lambda: target.scorer, inputs)
    guards = list(attack_guards(target, bench, target.agents))
    assert len(guards) == 1 + sum(row.role == Role.ATTACKER for row in rows.values())
    for guard in guards[1:]:
        row = rows[guard.name.partition(":")[2]]
        assert (guard.notices(bench) is not None) is (row.verdict is AgentVerdict.PAID), row.name


@pytest.fixture(scope="module")
def inputs():
    return inputs_of(refund_target(), 0)


def broken(scorer, **parts):
    """Change parts of a scorer, or of its first term, or what one metric gives."""
    if metric := parts.pop("metric", ""):
        parts["metrics"] = {**scorer.metrics, metric: lambda _e: 3}
    first = {name: parts.pop(name) for name in ("judge", "weight", "code") if name in parts}
    terms = (replace(scorer.terms[0], **first), *scorer.terms[1:])
    return replace(scorer, terms=terms, **parts)


BREAKS = {
    "contract": [
        {"weight": 0.3},
        {"code": "x"},
        {"name": "other"},
        {"metrics": {}},
    ],
    "yardstick": [{"judge": lambda _e: 0.5}, {"guard": lambda _rollout: None}],
    "measures": [{"metric": name} for name in ("completed", "unowed_cents", "false_blocks")],
}


@pytest.mark.parametrize("check", BREAKS)
def test_a_check_is_calm_on_the_scorer_and_wakes_on_a_broken_one(inputs, check):
    target = refund_target()
    whole = Bench(lambda: target.scorer, inputs)
    guard = {
        "contract": lambda: contract(target.scorer),
        "yardstick": lambda: yardstick(whole),
        "measures": lambda: measures(whole, True),
    }[check]()
    assert guard.notices(whole) is None
    for parts in BREAKS[check]:
        scorer = broken(target.scorer, **parts)
        assert guard.notices(Bench(lambda scorer=scorer: scorer, inputs)), parts


def test_a_scorer_that_adds_up_whatever_its_parts_give_is_noticed(inputs):
    scorer = refund_target().scorer
    parts = {one.name: getattr(scorer, one.name) for one in fields(Scorer)}
    assert machinery().notices(Bench(lambda: scorer, inputs)) is None
    assert "not worth" in machinery().notices(Bench(lambda: Unguarded(**parts), inputs))


def test_a_forged_payment_that_counts_is_noticed(inputs):
    target = refund_target("published")
    [guard] = forged_payments(target)
    assert guard.notices(Bench(lambda: target.scorer, inputs)) is None
    lax = replace(
        target.scorer,
        metrics={**target.scorer.metrics, "false_blocks": lambda e: int(len(e.log) < 4)},
    )
    assert "false_blocks counts" in guard.notices(Bench(lambda: lax, inputs))


def test_a_filed_rollout_is_the_same_and_a_changed_copy_of_it_is_verified_anew(inputs):
    from msgspec.structs import replace as changed

    made = next(one.rollout for one in inputs.all if len(one.rollout.log) > 2)
    kept = filed(made)
    assert kept.to_json() == made.to_json()
    assert kept.log_fault() is None
    assert changed(kept, log=kept.log[1:]).log_fault() is not None
    assert changed(kept, failure=died(Failure.TIMEOUT)).log_fault() is None


def test_the_same_seed_gives_the_same_inputs(inputs):
    again = inputs_of(refund_target(), 0)
    assert [one.rollout.case.id for one in again.all] == [one.rollout.case.id for one in inputs.all]
    assert [one.rollout.log for one in again.all] == [one.rollout.log for one in inputs.all]


def test_a_scorer_without_a_term_has_its_own_name_on_the_list_of_accepted_survivors():
    left = refund_ground(refund_target("published", ("cap-per-payment",), ("r0",)), 0, ())
    assert left.name == "refund:published-cap-per-payment without task_completed"
    assert [term.code for term in left.make().scorer.terms] == ["r4", "r2", "r1", "r3"]


# The verb


def test_a_mutant_that_the_chosen_guards_miss_is_a_finding_and_exits_1():
    words = ("scorer.owed:owed_cents_paid", "--guards", "reference,attacker")
    code, report = ran(*words)
    assert (code, report["verdict"]) == (1, "FINDINGS")
    titles = [found["title"] for found in report["findings"]]
    assert any(
        "`min(sum(to_line), e.case.expect.cents)` became `sum(to_line)`" in t for t in titles
    )
    found = report["findings"][0]
    assert (found["rule"], found["severity"]) == ("M401", "warning")
    replay = found["replay"].split()[2:]
    again = clawback("mutate", *replay, "--exit-zero")
    assert again.code == 0
    assert found["title"] in again.out


def test_a_scorer_that_is_broken_from_the_start_cannot_be_judged():
    code, report = ran("scorer.owed:unowed_cents", "--revert", "no-dead-guard", "--guards", "fault")
    assert (code, report["verdict"]) == (2, "INCONCLUSIVE")
    assert "fault:http-402 finds fault with the scorer as it is" in str(report["reasons"])


def test_the_list_names_each_mutant_and_tries_none():
    ended = clawback("mutate", "scorer.owed", "--list", "--format", "json")
    rows = json.loads(ended.out)
    assert ended.code == 0
    assert {row["where"].partition(":")[0] for row in rows} == {"scorer.owed"}
    assert {row["fate"] for row in rows} == {None}
    text = clawback("mutate", "scorer.owed", "--list").out
    assert text.splitlines()[0].split()[0] == rows[0]["id"]
    assert len(text.splitlines()) == len(rows)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("scorer.owd", "--list"), "Did you mean 'scorer.owed'?"),
        (("scorer.published", "--list"), "TARGET: expected one of scorer.evidence"),
        (("--only", "0123456789", "--list"), "--only"),
        (("--accepted", "none.toml"), "--accepted none.toml"),
    ],
)
def test_a_usage_error_exits_2(words, said):
    ended = clawback("mutate", *words)
    assert ended.code == 2
    assert said in ended.err
    assert ended.out == ""
