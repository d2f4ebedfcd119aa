"""`clawback twins` as a user types it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from audits.cli.twins import twins
from audits.verdict import Exit
from tests.audits.command import clawback


def test_hardened_is_clean_and_the_table_shows_who_ignores() -> None:
    ended = clawback("twins")
    assert ended.code == 0, ended.err
    assert "105 pairs made of them" in ended.out
    assert "\nCLEAN: " in ended.out
    (row,) = (line.split() for line in ended.out.splitlines() if line.startswith("base-rate "))
    assert row == [
        "base-rate",
        "ignores",
        "0.594",
        "0.437",
        "0.017",
        "0.000",
        "0.000",
        "2",
        "14",
        "-12",
    ]


def test_published_has_findings_and_their_replay_finds_them_again() -> None:
    ended = clawback("twins", "--scorer", "published", "--format", "json")
    assert ended.code == 1, ended.err
    report = json.loads(ended.out)
    assert report["verdict"] == "FINDINGS"
    found = next(one for one in report["findings"] if one["rule"] == "T703")
    again = clawback(*shlex.split(found["replay"])[1:], "--format", "json")
    assert again.code == 1, again.err
    assert found["fingerprint"] in {one["fingerprint"] for one in json.loads(again.out)["findings"]}


def test_the_replay_repeats_whatever_chose_the_pairs_and_the_target(few: Path) -> None:
    args = ("--revert", "no-dead-guard", "--cases", str(few), "--seed", "5", "--margin", "0.01")
    ended = clawback("twins", *args, "--format", "json")
    found = next(one for one in json.loads(ended.out)["findings"] if one["rule"] == "T703")
    for word in args:
        assert word in shlex.split(found["replay"])
    assert clawback(*shlex.split(found["replay"])[1:]).code == 1


def test_the_report_has_the_documented_keys() -> None:
    report = json.loads(clawback("twins", "--only", "base-rate", "--format", "json").out)
    assert {
        "schema_version",
        "tool",
        "audit",
        "target",
        "seed",
        "tried",
        "not_applicable",
        "could_not_run",
        "findings",
        "verdict",
        "pairs",
        "agents",
    } <= set(report)
    assert {row["name"] for row in report["agents"]} == {"careful", "base-rate"}


def test_findings_can_be_let_through_and_an_unsound_audit_cannot(few: Path) -> None:
    chosen = ("--scorer", "published", "--only", "read-and-escalate", "--exit-zero")
    assert clawback("twins", *chosen).code == 0
    assert clawback("twins", "--only", "careful", "--exit-zero", "--cases", str(few)).code == 2


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("--pair", "clean-01"), "--pair"),
        (("--only", "nobody"), "--only"),
        (("--cases", "nothing"), "--cases"),
        (("--without", "read", "--without", "settled", "--without", "reasoned"), "--without"),
        (("--attackers", "nothing.py"), "--attackers"),
    ],
)
def test_what_cannot_be_used_is_named_and_exits_two(args: tuple[str, ...], named: str) -> None:
    ended = clawback("twins", *args)
    assert ended.code == 2
    assert named in ended.err
    assert ended.out == ""


def test_the_report_goes_to_a_file_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "twins.txt"
    code = twins(only="base-rate", pair=["clean-01/settled"], output=path)
    assert code is Exit.CLEAN
    assert "1 pairs made of them" in path.read_text()
