"""What we start does not outlive us, however we are killed, and our signals do not reach it."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.audits.command import ROOT, STUCK, start
from tests.audits.targets.workers import running

STARTS = {
    "fork": """
if children.fork() == 0:
    stay()
""",
    "start": """
children.start([sys.executable, "-c", STAYS], pass_fds=[pipe])
""",
    "run": """
children.run([sys.executable, "-c", STAYS], pass_fds=[pipe])
""",
    "multiprocessing": """
def serve(parent):
    children.belong_to(parent)
    stay()

with children.held():
    multiprocessing.get_context("fork").Process(target=serve, args=(os.getpid(),)).start()
""",
}
PARENT = """
import multiprocessing, os, signal, sys
from audits import children
pipe = int(sys.argv[1])
STAYS = f"import os, signal; os.write({pipe}, b'%d' % os.getpid()); signal.pause()"

def stay():
    os.write(pipe, b"%d" % os.getpid())
    signal.pause()
"""


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Give both ends of a pipe; the first ends when nobody holds the second."""
    near, far = os.pipe()
    yield near, far
    os.close(near)


def said(near: int) -> str:
    """Wait for the next word, or for the end of all that could say one."""
    assert select.select([near], [], [], STUCK)[0], "nothing was said"
    return os.read(near, 100).decode()


def parent(how: str, far: int) -> subprocess.Popen[bytes]:
    """Be a process that starts a child which stays, and stays itself."""
    made = subprocess.Popen(
        [sys.executable, "-c", f"{PARENT}{STARTS[how]}\nsignal.pause()", str(far)],
        pass_fds=[far],
        cwd=ROOT,
        start_new_session=True,
    )
    os.close(far)
    return made


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
@pytest.mark.parametrize("how", STARTS)
def test_a_child_does_not_outlive_a_parent_that_is_killed(how: str, pipe: tuple[int, int]):
    with parent(how, pipe[1]) as run:
        said(pipe[0])
        run.kill()
        assert said(pipe[0]) == "", "the child still runs"


@pytest.mark.parametrize("how", STARTS)
def test_a_terminals_ctrl_c_and_a_signal_to_our_group_do_not_reach_a_child(
    how: str, pipe: tuple[int, int]
):
    with parent(how, pipe[1]) as run:
        child = int(said(pipe[0]))
        assert os.getsid(child) == os.getpgid(child) == child
        run.kill()


def test_a_command_that_is_not_there_is_an_os_error():
    from audits import children

    with pytest.raises(FileNotFoundError):
        children.start(["/no/such/command"])


VERBS = {
    "search": (3, ("search", "--jobs", "2")),
    "faults": (2, ("faults", "--only", "killed-between", "--all-cases")),
    "mutate": (2, ("mutate",)),
    "a --python that is none": (2, ("audit", "reward.py:f", "--rows", "rows.csv", "--python", "")),
}


def wait_until(holds: Callable[[], bool]) -> None:
    """Look until something is so."""
    end = time.monotonic() + STUCK
    while not holds():
        assert time.monotonic() < end, "it never came to that"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
@pytest.mark.parametrize("verb", VERBS)
def test_nothing_of_a_verb_outlives_it_when_it_is_killed(verb: str, tmp_path: Path):
    count, args = VERBS[verb]
    (tmp_path / "reward.py").write_text("def f(completion, answer): return 1.0\n")
    (tmp_path / "rows.csv").write_text("question,answer\n1+1?,2\n")
    stays = tmp_path / "stays"
    stays.write_text("#!/bin/sh\n: >started\nexec sleep 600\n")
    stays.chmod(0o755)
    run = start(*(word or str(stays) for word in args), cwd=tmp_path, env={"MARK": str(tmp_path)})
    with run:
        wait_until(lambda: len(running(str(tmp_path))) >= count)
        wait_until(lambda: str(stays) not in run.args or (tmp_path / "started").exists())
        run.kill()
        run.wait()
        wait_until(lambda: not running(str(tmp_path)))
