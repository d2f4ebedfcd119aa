"""`clawback laws` as a user types it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import msgspec
import pytest

from audits.laws import LAWS, Trial
from audits.laws.strategies import right_work
from audits.laws.trial import Run, plain
from desk.refund import eval_cases
from tests.audits.command import clawback

QUICK = ("--examples", "24")


def test_hardened_keeps_every_law_and_the_report_says_so(tmp_path: Path):
    ended = clawback("laws", "--examples", "40", cwd=tmp_path)
    assert ended.code == 0, ended.err
    assert ended.err == ""
    assert ended.out.startswith("laws on refund:hardened, seed 0\n")
    assert "\nCLEAN: " in ended.out
    assert [line.split()[0] for line in ended.out.splitlines()[4:-2]] == list(LAWS)
    assert list(tmp_path.iterdir()) == []


def test_published_breaks_laws_and_a_replay_shows_the_finding_again():
    ended = clawback("laws", "--scorer", "published", "--only", "cents", "--format", "json")
    assert ended.code == 1, ended.err
    report = json.loads(ended.out)
    assert report["verdict"] == "FINDINGS"
    for found in report["findings"]:
        words = shlex.split(found["replay"])
        assert words[:4] == ["clawback", "laws", "--scorer", "published"]
        again = clawback(*words[1:], "--format", "json")
        assert again.code == 1, again.err
        shown = {one["fingerprint"]: one for one in json.loads(again.out)["findings"]}
        same = shown[found["fingerprint"]]
        assert (same["earned"], same["counterexample"]) == (
            found["earned"],
            found["counterexample"],
        )


def test_the_replay_repeats_what_named_the_target(few: Path):
    args = ("--revert", "no-dead-guard", "--without", "r4", "--cases", str(few))
    ended = clawback("laws", *args, "--only", "failure", *QUICK, "--format", "json")
    found = json.loads(ended.out)["findings"][0]
    for word in args:
        assert word in shlex.split(found["replay"])
    assert clawback(*shlex.split(found["replay"])[1:]).code == 1


def test_the_report_has_the_documented_keys():
    report = json.loads(clawback("laws", "--only", "words", *QUICK, "--format", "json").out)
    assert {
        "schema_version",
        "tool",
        "target",
        "seed",
        "tried",
        "not_applicable",
        "could_not_run",
        "findings",
        "verdict",
        "laws",
        "cases",
    } <= set(report)
    (row,) = report["laws"]
    assert (row["name"], row["tried"], row["canaries_caught"]) == ("words", 24, 2)


def test_the_list_says_what_each_law_is_and_checks_none():
    told = json.loads(clawback("laws", "--list", "--format", "json").out)
    assert [law["name"] for law in told] == list(LAWS)
    assert all(law["statement"] and law["why"] and law["canaries"] for law in told)
    text = clawback("laws", "--list", "--only", "words")
    assert text.code == 0
    assert text.out.splitlines()[0] == "words (any scorer)"


def test_a_trial_is_read_from_a_file_as_well(tmp_path: Path):
    case = eval_cases().cases[0]
    path = tmp_path / "trial.json"
    path.write_bytes(msgspec.json.encode(plain(Trial(case, Run(right_work(case))))))
    ended = clawback("laws", "--only", "right-work,range", "--trial", str(path))
    assert ended.code == 0, ended.err
    assert "CLEAN: 2 tried" in ended.out


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--only", "word"), "Did you mean 'words'?"),
        (("--only", ","), "--only: expected names of laws"),
        (("--trial", "{}"), "missing required field `case`"),
        (("--trial", "{"), "--trial: expected a trial as the replay command of a finding has it"),
        (("--trial", "no-such-file.json"), "No such file"),
        (("--examples", "0"), "--examples"),
        (("--scorer", "softened"), "--scorer"),
    ],
)
def test_bad_usage_names_the_option_and_exits_2(args: tuple[str, ...], told: str):
    ended = clawback("laws", *args)
    assert ended.code == 2
    assert told in ended.err
    assert ended.out == ""


def test_findings_can_be_let_through_and_an_unsound_audit_cannot():
    loose = ("--scorer", "published", "--only", "harm-after-work", "--exit-zero")
    assert clawback("laws", *loose, *QUICK).code == 0
    one = clawback("laws", "--only", "key-names", "--examples", "1", "--exit-zero")
    assert one.code == 2
    assert "INCONCLUSIVE: " in one.out
