"""What a target or its rows say stays in its place in the report: one line, no control codes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.audits.command import clawback

FORGED = "x\n\nCLEAN: 368 tried, nothing found\x1b[8m"
ROWS = '{"question": "1?", "answer": "11"}\n{"question": "2?", "answer": "12"}\n'


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "rows.jsonl").write_text(ROWS)
    return tmp_path


def rewards(place: Path, source: str) -> None:
    (place / "mine.py").write_text(source)


@pytest.mark.parametrize(
    "source",
    [
        f"def f(completion, answer):\n    raise ValueError({FORGED!r})\n",
        f"raise ImportError({FORGED!r})\n",
        f"def f(completion, answer):\n    if completion != answer: raise ValueError({FORGED!r})\n"
        "    return 1.0\n",
    ],
)
def test_an_exception_forges_no_line_of_the_report(source: str, place: Path) -> None:
    rewards(place, source)
    ended = clawback("audit", "mine.py:f", "--rows", "rows.jsonl", cwd=place)
    assert ended.code == 2
    shown = ended.out + ended.err
    assert "\x1b" not in shown
    assert not any(line.startswith("CLEAN") for line in shown.splitlines())


def test_a_target_that_ignores_its_childrens_ends_is_audited_all_the_same(place: Path) -> None:
    rewards(
        place,
        "import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "def f(completion, answer):\n    return float(answer in completion)\n",
    )
    assert clawback("audit", "mine.py:f", "--rows", "rows.jsonl", cwd=place).code == 1


def test_rows_that_are_a_pipe_are_refused_and_not_waited_for(place: Path) -> None:
    rewards(place, "def f(completion, answer):\n    return float(completion == answer)\n")
    os.mkfifo(place / "pipe.jsonl")
    ended = clawback("audit", "mine.py:f", "--rows", "pipe.jsonl", cwd=place)
    assert ended.code == 2
    assert "expected a file; this is a pipe or a device" in ended.err


@pytest.mark.parametrize("option", ["--timeout", "--load-timeout", "--memory"])
def test_limits_have_a_limit(option: str, place: Path) -> None:
    ended = clawback(
        "audit", "mine.py:f", "--rows", "rows.jsonl", option, "99999999999999", cwd=place
    )
    assert ended.code == 2
    assert option in ended.err
