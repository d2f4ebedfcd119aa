"""Ctrl-C, a terminal's progress bar, and an audit that is killed: nothing is lost or left."""

from __future__ import annotations

import json
import os
import select
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.audits.command import ASKING, STUCK, clawback, end, start

Write = Callable[[str], Path]

WAITS = """
import os, signal, time
def say(word):
    with open(HERE / "said", "w") as said:
        said.write(word)
        said.flush()
        while WAIT:
            try:
                time.sleep(60)
            except BaseException:
                pass
"""

HANGS = (
    f"WAIT = True{WAITS}"
    "ATTACKERS = {'idle': lambda tools, ticket: None, 'late': lambda tools, ticket: say('go')}\n"
)
HANGS_AT_IMPORT = f"WAIT = True{WAITS}signal.signal(signal.SIGTERM, signal.SIG_IGN)\nsay('go')\n"


@pytest.fixture
def said(tmp_path: Path) -> Iterator[Callable[[], str]]:
    """Wait for the next word, or for the end, of whoever writes to the pipe HERE / "said"."""
    os.mkfifo(tmp_path / "said")
    pipe = os.open(tmp_path / "said", os.O_RDONLY | os.O_NONBLOCK)

    def read() -> str:
        ready = select.select([pipe], [], [], STUCK)[0]
        assert ready, "nothing was said"
        return os.read(pipe, 100).decode()

    yield read
    os.close(pipe)


@pytest.mark.parametrize("whole_terminal", [False, True])
@pytest.mark.parametrize("number", ASKING)
def test_ctrl_c_and_its_like_keep_the_agents_that_are_done_and_exit_130(
    number: signal.Signals, whole_terminal: bool, attackers: Write, said: Callable[[], str]
):
    args = ("attack", "--attackers", str(attackers(HANGS)), "--timeout", "600")
    run = start(*args, "--format", "json", start_new_session=True)
    assert said() == "go"
    (os.killpg if whole_terminal else os.kill)(run.pid, number)
    ended = end(run)
    report = json.loads(ended.out)
    names = [agent["name"] for agent in report["agents"]]
    ours = json.loads(clawback("attack", "--format", "json").out)["agents"]
    assert (ended.code, ended.err, report["verdict"]) == (130, "", "INTERRUPTED")
    assert sorted(names) == sorted([*(agent["name"] for agent in ours), "idle"])
    assert report["why"] == f"{len(names)} of {len(names) + 1} agents were finished"
    assert said() == "", "the attacker still runs"


def test_ctrl_c_is_130_also_with_exit_zero_and_in_text(
    attackers: Write, said: Callable[[], str], one: Path
):
    args = ("attack", "--attackers", str(attackers(HANGS)), "--timeout", "600", "--exit-zero")
    run = start(*args, "--only", "late", "--cases", str(one))
    assert said() == "go"
    run.send_signal(signal.SIGINT)
    ended = end(run)
    assert ended.code == 130
    assert ended.out.endswith("\nINTERRUPTED: 1 of 2 agents were finished.\n")


@pytest.mark.parametrize("number", ASKING)
def test_ctrl_c_and_its_like_while_a_file_is_imported_exit_130_and_leave_nothing(
    number: signal.Signals, attackers: Write, said: Callable[[], str]
):
    run = start("attack", "--attackers", str(attackers(HANGS_AT_IMPORT)))
    assert said() == "go"
    run.send_signal(number)
    assert end(run) == (130, "", "clawback: interrupted\n")
    assert said() == "", "the attacker still runs"


def test_an_attacker_does_not_outlive_an_audit_that_is_killed(
    attackers: Write, said: Callable[[], str], one: Path
):
    args = ("attack", "--attackers", str(attackers(HANGS)), "--timeout", "600")
    run = start(*args, "--cases", str(one))
    assert said() == "go"
    run.kill()
    assert end(run).code == -signal.SIGKILL
    assert said() == "", "the attacker still runs"


def test_progress_is_shown_on_a_terminal_and_stdout_stays_the_report(tmp_path: Path):
    near, far = os.openpty()
    with (tmp_path / "out").open("w+") as out:
        run = start("attack", stdout=out, stderr=far, env={"TERM": "xterm"})
        os.close(far)
        shown = _all(near)
        assert run.wait(STUCK) == 0
        out.seek(0)
        assert out.read() == clawback("attack").out
    assert "attack" in shown
    assert "100%" in shown


def _all(terminal: int) -> str:
    """Read a terminal until the last process has left it."""
    parts = []
    try:
        while part := os.read(terminal, 65_536):
            parts.append(part)
    except OSError:  # how Linux says that nobody is left
        pass
    os.close(terminal)
    return b"".join(parts).decode()
