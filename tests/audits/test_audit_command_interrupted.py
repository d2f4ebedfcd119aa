"""Ctrl-C during `clawback audit`, and an audit that is killed: nothing of the target stays."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.audits.command import ASKING, STUCK, end, start
from tests.audits.targets.workers import running

SAYS = """
import signal, time

def say(word):
    with open("said", "w") as said:
        said.write(word)
        said.flush()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        while True:
            try:
                time.sleep(60)
            except BaseException:
                pass
"""
HANGS = f"""{SAYS}
def reward(completion, answer):
    if answer == "word" and completion != answer: say("go")
    return float(completion == answer)
"""
ROWS = "question,answer\n" + "".join(f"{at}?,{at}{at}\n" for at in range(10, 18)) + "last?,word\n"


@pytest.fixture
def said(tmp_path: Path) -> Iterator[Callable[[], str]]:
    """Wait for the next word, or for the end, of whoever writes to the pipe `said`."""
    os.mkfifo(tmp_path / "said")
    pipe = os.open(tmp_path / "said", os.O_RDONLY | os.O_NONBLOCK)

    def read() -> str:
        assert select.select([pipe], [], [], STUCK)[0], "nothing was said"
        return os.read(pipe, 100).decode()

    yield read
    os.close(pipe)


def audit(folder: Path, source: str) -> tuple[str, ...]:
    (folder / "target.py").write_text(source)
    (folder / "rows.csv").write_text(ROWS)
    return ("audit", "target.py:reward", "--rows", "rows.csv", "--timeout", "600")


@pytest.mark.parametrize("number", ASKING)
def test_ctrl_c_and_its_like_keep_the_rows_that_are_done_and_exit_130(
    number: signal.Signals, said: Callable[[], str], tmp_path: Path
):
    run = start(*audit(tmp_path, HANGS), cwd=tmp_path, env={"MARK": str(tmp_path)})
    assert said() == "go"
    run.send_signal(number)
    ended = end(run)
    assert (ended.code, ended.err) == (130, "")
    assert ended.out.rstrip().endswith(" tried, then interrupted.")
    assert not ended.out.rstrip().endswith(" 0 tried, then interrupted.")
    assert said() == "", "the target still runs"
    assert running(str(tmp_path)) == []


@pytest.mark.parametrize("number", ASKING)
def test_ctrl_c_and_its_like_while_the_target_is_imported_exit_130(
    number: signal.Signals, said: Callable[[], str], tmp_path: Path
):
    run = start(*audit(tmp_path, f"{SAYS}say('go')"), cwd=tmp_path, env={"MARK": str(tmp_path)})
    assert said() == "go"
    run.send_signal(number)
    assert end(run) == (130, "", "clawback: interrupted\n")
    assert running(str(tmp_path)) == []


@pytest.mark.parametrize("source", [HANGS, f"{SAYS}say('go')"], ids=["a call", "the import"])
def test_a_target_does_not_outlive_an_audit_that_is_killed(
    source: str, said: Callable[[], str], tmp_path: Path
):
    run = start(*audit(tmp_path, source), cwd=tmp_path, env={"MARK": str(tmp_path)})
    assert said() == "go"
    run.kill()
    assert end(run).code == -signal.SIGKILL
    assert said() == "", "the target still runs"
