"""`clawback compare` and `clawback gate --base`: the same answers under two scorers."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.audits.command import Ended, clawback
from tests.audits.snapshot import matches, uncounted

SOUND = "float(completion.strip() == answer)"
HOLED = "float(answer in completion)"
STRICT = "float(completion == answer != '22')"
ROWS = [{"question": f"{at} + {at}?", "answer": str(2 * at)} for at in range(10, 13)]


def reward(how: str, name: str = "score") -> str:
    return f"def {name}(completion, answer):\n    return {how}\n\n\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    kinds = {"sound": SOUND, "holed": HOLED, "strict": STRICT}
    (tmp_path / "mine.py").write_text("".join(reward(how, name) for name, how in kinds.items()))
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return tmp_path


def compare(project: Path, one: str, other: str, *words: str) -> Ended:
    args = ("compare", f"mine.py:{one}", f"mine.py:{other}", "--rows", "rows.jsonl", *words)
    return clawback(*args, cwd=project)


@pytest.mark.parametrize(
    ("one", "other", "code", "rules"),
    [
        ("sound", "sound", 0, set()),
        ("holed", "sound", 0, {"G802"}),
        ("sound", "holed", 1, {"G803"}),
        ("sound", "strict", 1, {"G802"}),
        ("sound", "nobody", 2, set()),
        ("nobody", "sound", 2, set()),
    ],
)
def test_a_closed_hole_is_clean_and_an_opened_one_or_a_denied_reference_is_not(
    one: str, other: str, code: int, rules: set[str], project: Path
):
    ended = compare(project, one, other, "--format", "json")
    found = json.loads(ended.out)["findings"]
    assert (ended.code, {f["rule"] for f in found}) == (code, rules)


def test_who_climbed_and_who_fell_is_shown(project: Path):
    fell = compare(project, "holed", "sound")
    assert "Fell" in fell.out
    assert "Climbed" not in fell.out
    climbed = compare(project, "sound", "holed")
    assert "Climbed" in climbed.out
    assert "gluing of the answer" in climbed.out
    still = compare(project, "sound", "sound")
    matches(
        "compare-unmoved",
        ("compare", "mine.py:sound", "mine.py:sound", "--rows", "rows.jsonl"),
        uncounted(still),
    )


def git(folder: Path, *words: str) -> str:
    named = {
        f"GIT_{who}_{what}": "x@y.z"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    env = {"PATH": os.environ["PATH"], "HOME": str(folder)} | named
    done = subprocess.run(
        ["git", "-C", str(folder), *words], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture
def versioned(project: Path) -> Path:
    (project / "pkg").mkdir()
    (project / "pkg" / "__init__.py").touch()
    (project / "pkg" / "rewards.py").write_text(reward(SOUND))
    (project / "clawback.toml").write_text(
        'fail-on = "error"\n[[targets]]\ntarget = "pkg.rewards:score"\nrows = "rows.jsonl"\n'
    )
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "first")
    return project


def gate(project: Path, *words: str) -> tuple[int, dict[str, Any]]:
    ended = clawback("gate", "--base", "HEAD", "--format", "json", *words, cwd=project)
    return ended.code, json.loads(ended.out)


def test_the_gate_holds_a_target_against_itself_in_a_revision(versioned: Path):
    code, document = gate(versioned)
    assert (code, [one["audit"] for one in document["results"]]) == (0, ["audit", "compare"])
    (versioned / "pkg" / "rewards.py").write_text(reward(STRICT))
    code, document = gate(versioned)
    (found,) = [f for f in document["results"][1]["findings"] if f["severity"] == "error"]
    assert (code, found["rule"], found["case"]) == (1, "G802", "row 1")
    assert (found["earned"], found["reference_earned"]) == (0.0, 1.0)
    assert document["results"][1]["before"] == "HEAD"
    assert git(versioned, "worktree", "list").count("\n") == 1, "no worktree is left"


def test_a_file_target_is_taken_from_the_revision_and_a_new_one_has_nothing_to_be_held_against(
    versioned: Path,
):
    settings = versioned / "clawback.toml"
    settings.write_text(settings.read_text().replace("pkg.rewards:score", "pkg/rewards.py:score"))
    (versioned / "pkg" / "rewards.py").write_text(reward(HOLED))
    code, document = gate(versioned)
    rules = {found["rule"] for found in document["results"][1]["findings"]}
    assert (code, "G803" in rules) == (1, True)
    (versioned / "new.py").write_text(reward(SOUND))
    settings.write_text(settings.read_text().replace("pkg/rewards.py:score", "new.py:score"))
    code, document = gate(versioned)
    assert (code, [one["audit"] for one in document["results"]]) == (0, ["audit"])


def test_a_revision_that_is_not_there_exits_two(versioned: Path, tmp_path: Path):
    ended = clawback("gate", "--base", "nowhere", cwd=versioned)
    assert (ended.code, ended.out) == (2, "")
    assert "--base: git rev-parse nowhere" in ended.err


def test_mutants_that_newly_survive_are_named_and_those_that_did_before_are_not(project: Path):
    found = survivors(project, "sound", "same")
    assert found == []
    found = survivors(project, "exact", "same")
    assert found
    assert all("strip" in one["title"] for one in found)


def survivors(project: Path, one: str, other: str) -> list[dict[str, Any]]:
    (project / "mine.py").write_text(
        reward(SOUND, "sound")
        + reward(SOUND, "same")
        + reward(SOUND.replace(".strip()", ""), "exact")
    )
    ended = compare(project, one, other, "--mutants", "--format", "json")
    assert ended.code == 0, ended.out
    return [found for found in json.loads(ended.out)["findings"] if found["rule"] == "M401"]
