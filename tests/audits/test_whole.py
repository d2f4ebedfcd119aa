"""A file is written whole, or what stood there stays."""

from __future__ import annotations

import os
import resource
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from audits.whole import write_whole


@contextmanager
def little_room(most: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_on_a_full_disk_what_stood_there_stays_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "kept.toml"
    path.write_text("what somebody wrote")
    with little_room(1024), pytest.raises(OSError):
        write_whole(path, "x" * 5000)
    assert path.read_text() == "what somebody wrote"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to("file")
    write_whole(link, "new")
    assert (link.is_symlink(), path.read_text()) == (True, "new")
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_is_as_any_other(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("")
    write_whole(tmp_path / "new", "ä")
    assert (tmp_path / "new").read_bytes() == "ä".encode()
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_pipe_is_written_and_not_replaced(tmp_path: Path) -> None:
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "through")
    reader.join()
    assert (got, pipe.is_fifo()) == (["through"], True)


def test_what_the_shell_has_opened_is_written_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "redirected"
    with path.open("w") as file:
        write_whole(Path(f"/dev/fd/{file.fileno()}"), "report")
        assert os.fstat(file.fileno()).st_ino == path.stat().st_ino
    assert path.read_text() == "report"


def test_where_nothing_can_be_put_beside_it_a_file_is_written_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 250)
    write_whole(path, "there is no longer name beside it")
    assert path.read_text() == "there is no longer name beside it"
