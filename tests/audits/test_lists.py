"""`clawback list` and `clawback explain`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from attackers.refund import agents
from attackers.settlement import policies
from audits.dead.registry import FAULTS
from audits.findings import finding
from audits.laws.registry import LAWS_OF
from audits.listing import LISTS
from audits.mutants.operators import OPERATORS
from audits.rules import RULES, Severity
from audits.targets.known import CONVENTIONS
from tests.audits.command import clawback


def test_every_agent_is_listed_with_its_trick() -> None:
    ended = clawback("list", "attackers")
    assert ended.code == 0
    lines = [line for line in ended.out.splitlines() if "  refund desk  " in line]
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


@pytest.mark.parametrize(
    ("what", "names"),
    [
        ("faults", set(FAULTS)),
        ("laws", {name for laws in LAWS_OF.values() for name in laws}),
        ("mutators", {operator.name for operator in OPERATORS}),
        ("adapters", set(CONVENTIONS)),
    ],
)
def test_all_there_is_is_listed_with_where_it_came_from(what: str, names: set[str]) -> None:
    rows = json.loads(clawback("list", what, "--format", "json").out)
    assert {row["name"] for row in rows} == names
    assert all(row["source"] for row in rows)


def test_attacks_on_rewards_are_listed_by_what_the_reward_reads() -> None:
    rows = json.loads(clawback("list", "attackers", "--format", "json").out)
    listed = {(row["against"], row["name"]) for row in rows}
    assert listed >= {("text rewards", "hedges"), ("state rewards", "does-twice")}
    assert len(listed) == len(rows)
    assert all(row["trick"] and row["source"] for row in rows)


def test_no_finding_is_graver_than_its_rule_is_listed() -> None:
    assert RULES["C003"].severity is Severity.ERROR, "as a reward that takes the gold is told"
    assert finding("C003", "", "", severity=Severity.WARNING).severity is Severity.WARNING
    with pytest.raises(ValueError, match="expected note or milder for N501; got error"):
        finding("N501", "", "", severity=Severity.ERROR)


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


def test_alone_it_says_what_can_be_listed() -> None:
    ended = clawback("list")
    assert (ended.code, ended.err) == (0, "")
    listed = [line.split("  ")[0] for line in ended.out.splitlines()]
    assert listed == [f"clawback list {name}" for name in LISTS]
    assert clawback("list", "rulez").code == 2


def test_a_saved_finding_is_explained_by_its_id_with_its_rule(tmp_path: Path) -> None:
    saved = {"CLAWBACK_STORE": str(tmp_path / "store")}
    (tmp_path / "mine.py").write_text("def score(completion, answer):\n    return 1.0\n")
    rows = ({"question": f"{at} + {at}?", "answer": str(2 * at)} for at in range(10, 13))
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    words = ("audit", "mine.py:score", "--rows", "rows.jsonl", "--quick", "--format", "json")
    found = json.loads(clawback(*words, cwd=tmp_path, env=saved).out)["findings"][0]
    ended = clawback("explain", found["fingerprint"][:9], cwd=tmp_path, env=saved)
    assert ended.code == 0
    assert f"id {found['fingerprint']}" in ended.out
    assert f"replay: {found['replay']}" in ended.out
    assert f"Fix: {RULES[found['rule']].fix}" in ended.out
    as_json = ("explain", found["fingerprint"], "--format", "json")
    document = json.loads(clawback(*as_json, cwd=tmp_path, env=saved).out)
    assert document["finding"]["id"] == found["fingerprint"]
    assert document["rule"]["id"] == found["rule"]
    ended = clawback("explain", "0123456789", cwd=tmp_path, env=saved)
    assert (ended.code, ended.out) == (2, "")
    assert "no finding '0123456789'" in ended.err
