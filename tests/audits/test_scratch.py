"""Folders of ours: gone in the end, and what a killed run has left is gone with the next."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from audits.scratch import scratch


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_a_folder_is_gone_in_the_end_and_after_an_error(temporary: Path):
    with pytest.raises(ZeroDivisionError), scratch("test") as folder:
        (folder / "file").write_text("x")
        _ = 1 / 0
    assert list(temporary.iterdir()) == []


def test_what_a_killed_run_left_goes_and_what_a_live_one_has_or_another_kind_is_stays(
    temporary: Path,
):
    for name in ("clawback-test-left", "clawback-other-left", "clawback-test"):
        (temporary / name / "inner").mkdir(parents=True)
    (temporary / "clawback-test-link").symlink_to(temporary / "clawback-other-left")
    (temporary / "clawback-test-file").touch()
    with scratch("test") as mine, scratch("test") as other:
        assert mine.is_dir()
        assert other.is_dir()
    assert {path.name for path in temporary.iterdir()} == {
        "clawback-other-left",
        "clawback-test",
        "clawback-test-link",
        "clawback-test-file",
    }
    assert (temporary / "clawback-other-left" / "inner").is_dir()
