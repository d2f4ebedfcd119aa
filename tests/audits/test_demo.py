"""`clawback demo`: a hole that was planted is found and explained, and its mending is clean."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from audits.demo import HOLED, MENDED, body, change
from audits.rules import RULES
from tests.audits.command import clawback
from tests.audits.snapshot import matches, uncounted


def test_the_planted_hole_is_found_and_explained_and_the_mended_reward_is_clean(tmp_path: Path):
    ended = clawback("demo", cwd=tmp_path)
    assert ended.code == 1
    assert f"What R101 means (clawback explain R101): {RULES['R101'].why}" in ended.out
    assert ended.out.index("\nFINDINGS: ") < ended.out.index("\nCLEAN: ")
    matches("demo", ["demo"], uncounted(ended))
    assert list(tmp_path.iterdir()) == []


def test_the_two_rewards_differ_in_one_word():
    before, after = body(HOLED).split(), body(MENDED).split()
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1
    assert [line[:12] for line in change().splitlines()] == ["-    return ", "+    return "]


def test_the_first_reward_has_one_proven_finding_and_the_second_none():
    holed, mended = json.loads(clawback("demo", "--format", "json").out)
    assert [found["rule"] for found in holed["findings"]] == ["R101"]
    assert (holed["verdict"], mended["verdict"]) == ("FINDINGS", "CLEAN")
    assert mended["findings"] == []


def test_another_seed_finds_the_same_and_only_that():
    holed, mended = json.loads(clawback("demo", "--format", "json", "--seed", "7").out)
    assert ([found["rule"] for found in holed["findings"]], mended["findings"]) == (["R101"], [])


def test_the_kept_reward_is_audited_by_the_command_that_is_named_next(tmp_path: Path):
    ended = clawback("demo", "--keep", "a place", cwd=tmp_path)
    (line,) = (line for line in ended.out.splitlines() if line.startswith("  clawback audit 'a"))
    words = shlex.split(line)
    assert words == ["clawback", "audit", "a place/reward.py:score", "--rows", "a place/rows.jsonl"]
    again = clawback(*words[1:], cwd=tmp_path)
    assert again.code == 1
    assert "R101 error: saying nothing is paid" in again.out


def test_what_is_there_already_is_not_written_over(tmp_path: Path):
    (tmp_path / "rows.jsonl").write_text("mine")
    ended = clawback("demo", "--keep", ".", cwd=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert "--keep: rows.jsonl is there already; name another folder" in ended.err
    assert {path.name for path in tmp_path.iterdir()} == {"rows.jsonl"}
    assert (tmp_path / "rows.jsonl").read_text() == "mine"


def test_a_project_with_broken_settings_or_our_names_can_still_see_it(tmp_path: Path):
    (tmp_path / "clawback.toml").write_text("nonsense = 1")
    for name in ("desk", "scorer", "attackers", "audits"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(9)")
    assert clawback("demo", cwd=tmp_path).code == 1
