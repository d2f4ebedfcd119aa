"""The snapshots' own rules: never made silently, always compared whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audits.command import Ended
from tests.audits.snapshot import UPDATE, matches

RUN = Ended(1, "out\n", "err\n")


@pytest.fixture(autouse=True)
def _unset(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(UPDATE, raising=False)
    monkeypatch.delenv("CI", raising=False)


def test_a_missing_snapshot_fails_and_is_not_made(tmp_path: Path):
    with pytest.raises(AssertionError, match="no snapshot"):
        matches("new", ["attack"], RUN, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_snapshot_is_written_on_demand_and_never_in_ci(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(UPDATE, "1")
    matches("new", ["attack"], RUN, tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    monkeypatch.setenv("CI", "true")
    with pytest.raises(AssertionError, match="CI"):
        matches("newer", ["attack"], RUN, tmp_path)
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    "other", [RUN._replace(code=0), RUN._replace(out="out"), RUN._replace(err="")]
)
def test_code_stdout_and_stderr_are_each_compared(
    other: Ended, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(UPDATE, "1")
    matches("new", ["attack"], RUN, tmp_path)
    monkeypatch.delenv(UPDATE)
    matches("new", ["attack"], RUN, tmp_path)
    with pytest.raises(AssertionError, match="If this is right"):
        matches("new", ["attack"], other, tmp_path)
