"""`clawback search` as a user types it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from tests.audits.command import clawback

KEYS = {
    "schema_version",
    "tool",
    "audit",
    "target",
    "target_digest",
    "place",
    "seed",
    "tried",
    "not_applicable",
    "could_not_run",
    "reasons",
    "findings",
    "references",
    "search",
    "verdict",
    "why",
}


def test_hardened_is_clean_and_says_how_hard_was_searched(few: Path):
    ended = clawback("search", "--cases", str(few))
    assert (ended.code, ended.err) == (0, "")
    assert "9000 proposals" in ended.out
    assert "full marks were reached on 3 of 3 cases" in ended.out
    assert "Cheat ceiling: 0.200 of the reference's 1.000 (20%)" in ended.out
    assert "a hand in the log was not tried (--moves all)" in ended.out
    assert ended.out.splitlines()[-1].startswith("CLEAN: ")


def test_each_finding_is_shown_again_by_its_own_replay():
    args = ("search", "--scorer", "published", "--case", "timeout-05", "--format", "json")
    report = json.loads(clawback(*args).out)
    assert set(report) == KEYS
    for found in (report["findings"][0], report["findings"][-1]):
        again = clawback(*shlex.split(found["replay"])[1:], "--format", "json")
        (shown,) = json.loads(again.out)["findings"]
        assert shown == found


def test_a_replay_repeats_all_that_led_to_the_find(few: Path):
    args = ("--revert", "no-dead-guard", "--cases", str(few), "--seed", "5", "--margin", "0.01")
    args += ("--moves", "all", "--steps", "200")
    ended = clawback("search", *args, "--only", "any:died", "--format", "json")
    (found,) = json.loads(ended.out)["findings"]
    words = shlex.split(found["replay"])
    assert set(args) <= set(words)
    again = clawback(*words[1:], "--format", "json")
    assert json.loads(again.out)["findings"][0]["fingerprint"] == found["fingerprint"]
    assert (ended.code, again.code) == (1, 1)


def test_findings_can_be_let_through_and_a_search_too_short_cannot():
    chosen = ("search", "--case", "clean-01", "--exit-zero")
    assert clawback(*chosen, "--scorer", "published").code == 0
    short = clawback(*chosen, "--steps", "1")
    assert short.code == 2
    assert short.out.splitlines()[-1].startswith("INCONCLUSIVE: ")


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("--case", "nobody"), "--case"),
        (("--only", "pay:nothing"), "--only"),
        (("--steps", "0"), "--steps"),
        (("--budget", "0"), "--budget"),
        (("--budget", "nan"), "--budget"),
        (("--jobs", "0"), "--jobs"),
        (("--margin", "nan"), "--margin"),
        (("--moves", "none"), "--moves"),
        (("--cases", "nothing"), "--cases"),
    ],
)
def test_what_cannot_be_used_is_named_and_exits_two(args: tuple[str, ...], named: str):
    ended = clawback("search", *args)
    assert (ended.code, ended.out) == (2, "")
    assert named in ended.err
