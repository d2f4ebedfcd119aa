"""What a terminal shows: progress, colours, a narrow window; and what a pipe gets of it."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.audits.command import COMMAND, STUCK, clawback, clean, start
from tests.audits.snapshot import matches
from tests.audits.test_help import HELP, typer_words

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-9][0-9;]*m")
NARROW = {"COLUMNS": "40"}
LEAST = 50
"""Columns that typer takes, however narrow the terminal."""


def seen(*words: str, cwd: Path, **env: str) -> tuple[str, str]:
    """Run with stderr on a terminal; return stdout and what the terminal was sent."""
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb") as screen:
        run = start(*words, stderr=theirs, cwd=cwd, env={"TERM": "xterm-256color", **env})
        os.close(theirs)
        shown = b""
        try:
            while part := screen.read1(65_536):
                shown += part
        except OSError:  # the last one with the terminal open went away
            pass
        out, _ = run.communicate(timeout=STUCK)
    return out, shown.decode()


def test_progress_is_shown_on_a_terminal_and_taken_away_while_a_pipe_gets_the_report(
    tmp_path: Path,
):
    out, shown = seen("demo", cwd=tmp_path)
    assert "audit: row " in ESCAPE.sub("", shown)
    assert "100%" in shown
    assert shown.rstrip("\r\n").endswith("\x1b[2K")  # the bar's line is cleared
    assert out == clawback("demo", cwd=tmp_path).out
    assert not ESCAPE.search(out)


def test_a_comparison_shows_both_sides_coming_on(tmp_path: Path):
    (tmp_path / "mine.py").write_text(
        "def f(completion, answer):\n    return completion == answer\n"
    )
    (tmp_path / "rows.jsonl").write_text('{"question": "1 + 1?", "answer": "2"}\n')
    words = ("compare", "mine.py:f", "mine.py:f", "--rows", "rows.jsonl", "--quick")
    _, shown = seen(*words, cwd=tmp_path)
    shown = ESCAPE.sub("", shown)
    assert "compare: before, row 0" in shown
    assert "compare: after, row 0" in shown


def test_no_color_keeps_the_progress_and_leaves_its_colours_out(tmp_path: Path):
    _, coloured = seen("demo", cwd=tmp_path)
    _, plain = seen("demo", cwd=tmp_path, NO_COLOR="1")
    assert COLOUR.search(coloured)
    assert "audit: row " in ESCAPE.sub("", plain)
    assert not COLOUR.search(plain)


def test_pipes_get_no_progress_and_no_colour(tmp_path: Path):
    ended = clawback("demo", cwd=tmp_path, env={"TERM": "xterm-256color", "FORCE_COLOR": "1"})
    assert ended.err == ""
    assert not ESCAPE.search(ended.out)


def test_a_reader_that_goes_away_early_changes_no_verdict(tmp_path: Path):
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{COMMAND} demo | head -n 1; echo ${{PIPESTATUS[0]}}"],
        cwd=tmp_path,
        env=clean(),
        capture_output=True,
        text=True,
        timeout=STUCK,
        check=False,
    )
    first, code = done.stdout.splitlines()
    assert (first[:20], code, done.stderr) == ("A reward as people w", "1", "")


@pytest.mark.parametrize("name", ["help-demo", "help-list", "help-init"])
@typer_words
def test_help_fits_a_narrow_terminal(name: str):
    ended = clawback(*HELP[name], env=NARROW)
    matches(f"narrow-{name}", HELP[name], ended)
    wide = [line for line in ended.out.splitlines() if len(line) > LEAST]
    assert [line for line in wide if not line.lstrip().startswith("-")] == []  # an option's name


def test_a_report_does_not_depend_on_the_width(tmp_path: Path):
    assert clawback("demo", cwd=tmp_path, env=NARROW).out == clawback("demo", cwd=tmp_path).out


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_a_session_ends_with_the_report_and_no_rest_of_the_progress(tmp_path: Path):
    def tmux(*words: str) -> str:
        server = ["tmux", "-S", str(tmp_path / "socket"), "-f", "/dev/null", *words]
        env = clean({"TERM": "xterm-256color", "HOME": str(tmp_path)})
        done = subprocess.run(
            server, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=STUCK, check=True
        )
        return done.stdout

    command = f"{COMMAND} demo; echo ended with $?; tmux -S {tmp_path}/socket wait-for -S done"
    tmux("new-session", "-d", "-s", "here", "-x", "120", "-y", "90", f"{command}; exec cat")
    try:
        tmux("wait-for", "done")
        screen = tmux("capture-pane", "-p", "-t", "here").rstrip().splitlines()
    finally:
        tmux("kill-server")
    assert screen[-1] == "ended with 1"
    assert screen[0].startswith("A reward as people write them")
    assert not any("audit: row" in line for line in screen)
