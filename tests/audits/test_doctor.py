"""`clawback doctor`: what is missing is named with its remedy."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from audits import doctor
from audits.doctor import State, checks
from audits.extras import EXTRAS, install
from tests.audits.command import ROOT, clawback

OURS = {"dev", "docs", "mutants", "test"}
"""Extras that only work on clawback itself needs."""


def test_a_whole_installation_is_ok_and_exits_zero(tmp_path: Path):
    ended = clawback("doctor", cwd=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    states = {line.split()[1]: line.split()[0] for line in ended.out.splitlines()[2:]}
    assert {states[name] for name in ("python", "worker", "store", "settings")} == {"ok"}


def test_every_extra_for_users_is_looked_at():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    assert set(EXTRAS) == set(extras) - OURS
    assert {part.name for part in checks()} >= set(EXTRAS)


def test_a_missing_extra_is_named_with_its_command_and_is_no_failure(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(doctor, "find_spec", lambda _name: None)
    parts = {part.name: part for part in checks()}
    for name in EXTRAS:
        assert parts[name].state is State.MISSING
        assert parts[name].fix == install(name) == f"pip install 'clawback[{name}]'"
    assert State.BROKEN not in {part.state for part in parts.values()}


@pytest.mark.parametrize(
    ("settings", "named"),
    [("target = 1", "target"), ("[[targets]]\nrows = 'a'", "target"), ("a = = 1", "not TOML")],
)
def test_settings_that_cannot_be_read_exit_two(tmp_path: Path, settings: str, named: str):
    (tmp_path / "clawback.toml").write_text(settings)
    ended = clawback("doctor", "--format", "json", cwd=tmp_path)
    assert ended.code == 2
    (broken,) = (part for part in json.loads(ended.out) if part["state"] == "broken")
    assert broken["name"] == "settings"
    assert named in broken["told"]


def test_a_store_that_cannot_be_written_exits_two_with_the_variable(tmp_path: Path):
    (tmp_path / "taken").write_text("a file")
    ended = clawback("doctor", env={"CLAWBACK_STORE": str(tmp_path / "taken" / "store")})
    assert ended.code == 2
    assert "broken   store " in ended.out
    assert "set CLAWBACK_STORE to a folder that can be written, or to off" in ended.out


def test_a_worker_that_does_not_answer_exits_two(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("audits.demo.MENDED", Path("nowhere.py"))
    (worker,) = (part for part in checks() if part.name == "worker")
    assert worker.state is State.BROKEN
    assert "nowhere.py" in worker.told
