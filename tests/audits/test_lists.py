"""`clawback list` and `clawback explain`."""

from __future__ import annotations

import json

import pytest

from attackers.refund import agents
from attackers.settlement import policies
from audits.rules import RULES
from tests.audits.command import clawback


def test_every_agent_is_listed_with_its_trick() -> None:
    ended = clawback("list", "attackers")
    assert ended.code == 0
    lines = ended.out.splitlines()
    for name, agent in agents().items():
        (line,) = (line for line in lines if line.split()[0] == name)
        assert agent.trick in line


def test_every_policy_is_listed_with_what_it_does() -> None:
    rows = json.loads(clawback("list", "policies", "--format", "json").out)
    assert {row["name"]: row["trick"] for row in rows} == {
        name: policy.trick for name, policy in policies().items()
    }


def test_every_rule_is_listed_with_its_severity() -> None:
    rows = json.loads(clawback("list", "rules", "--format", "json").out)
    assert {row["rule"]: row["severity"] for row in rows} == {
        rule.id: rule.severity for rule in RULES.values()
    }


@pytest.mark.parametrize("rule", ("T703", "t703"))
def test_a_rule_is_explained_with_its_fix(rule: str) -> None:
    ended = clawback("explain", rule)
    assert ended.code == 0
    assert ended.out.startswith("T703 error: ")
    assert f"Fix: {RULES['T703'].fix}" in ended.out


def test_an_unknown_rule_is_named_with_the_nearest() -> None:
    ended = clawback("explain", "T733")
    assert ended.code == 2
    assert "got 'T733'" in ended.err
    assert "Did you mean" in ended.err
