"""Messages that several commands share."""

from __future__ import annotations

from errno import EACCES
from pathlib import Path

from audits.errors import unwritable


def test_a_place_that_cannot_be_written_is_named_with_its_reason(tmp_path: Path):
    told = str(unwritable("--out", tmp_path, OSError(EACCES, "Permission denied"), "; try again"))
    assert told == f"--out {tmp_path}: cannot write there: Permission denied; try again"


def test_a_link_to_nothing_is_told_as_that(tmp_path: Path):
    link = tmp_path / "link"
    link.symlink_to("gone")
    told = str(unwritable("", link, OSError(17, "File exists")))
    assert told == f"{link}: cannot write there: it is a link to gone, which is not there"
