"""`--desk settlement`: the audits turned on the settlement desk's scorer, whole runs."""

from __future__ import annotations

import json

import pytest

from attackers.settlement.cheats import agents
from audits.suite import AUDITS
from tests.audits.command import clawback
from tests.audits.snapshot import matches

RUNS: dict[str, tuple[str, ...]] = {
    "desk-attack": ("attack", "--desk", "settlement"),
    "desk-attack-quick-keys": (
        *("attack", "--desk", "settlement", "--cases", "quick-keys"),
        *("--only", "gate,second-capture"),
    ),
    "desk-attack-without-settled": (
        *("attack", "--desk", "settlement", "--without", "settled"),
        *("--only", "never-retry,ship-blind"),
    ),
    "desk-search-closed-pending": (
        *("search", "--desk", "settlement", "--revert", "closed-pending"),
        *("--case", "u001b", "--steps", "2000"),
    ),
    "desk-edits": ("edits", "--desk", "settlement", "--case", "u078", "--case", "u003b"),
    "desk-faults": ("faults", "--desk", "settlement"),
    "desk-twins": (
        *("twins", "--desk", "settlement"),
        *("--only", "gate,never-retry,ship-whatever,ask-and-hand-over,charge-twice"),
    ),
    "desk-laws": (
        *("laws", "--desk", "settlement", "--examples", "32"),
        *("--only", "right-work,wrong-work,harm,guess,deductions,foresight"),
    ),
}

REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "another desk": (("--desk", "settlment"), "Did you mean 'settlement'?"),
    "a scorer it has not": (("--desk", "settlement", "--scorer", "published"), "--scorer"),
    "a rule it has not": (
        ("--desk", "settlement", "--revert", "charged-twic"),
        "Did you mean 'charged-twice'?",
    ),
    "cases it has not": (("--desk", "settlement", "--cases", "eval18"), "quick-keys"),
    "somebody's agents": (
        ("--desk", "settlement", "--attackers", "x.py"),
        "expected a Python file",
    ),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_run_on_the_settlement_desk_prints_and_returns_what_its_snapshot_shows(name):
    matches(name, RUNS[name], clawback(*RUNS[name]))


@pytest.mark.parametrize("what", REFUSED)
def test_what_the_settlement_desk_has_not_is_refused_and_never_the_refund_desk_s(what):
    words, why = REFUSED[what]
    ended = clawback("attack", *words)
    assert ended.code == 2
    assert why in ended.err
    assert not ended.out


@pytest.mark.slow
def test_all_audits_run_under_one_verdict_and_are_clean(monkeypatch):
    monkeypatch.setattr("tests.audits.command.STUCK", 600.0)
    ended = clawback("attack", "--desk", "settlement", "--all", "--format", "json")
    rows = {row["audit"]: row for row in json.loads(ended.out)["summary"]}
    assert list(rows) == ["attack", *(audit.name for audit in AUDITS)]
    assert {row["verdict"] for row in rows.values()} == {"CLEAN"}
    assert {row["could_not_run"] for row in rows.values()} == {0}
    assert (ended.code, sum(row["errors"] for row in rows.values())) == (0, 0)


def test_the_agents_of_the_settlement_desk_are_listed():
    rows = json.loads(clawback("list", "attackers", "--format", "json").out)
    named = [row["name"] for row in rows if row["against"] == "settlement desk"]
    assert named == list(agents())
