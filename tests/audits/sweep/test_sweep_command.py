"""`clawback sweep`: a row for each target whatever becomes of it, and only what changed is run."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest

from tests.audits.command import end, start
from tests.audits.engines.marks import RAY
from tests.audits.snapshot import matches, uncounted
from tests.audits.sweep.targets import USUAL, rows, sweep, untimed, written
from tests.audits.targets.workers import running

JSON = ("--format", "json")


def test_good_holed_and_broken_targets_are_rows_as_their_snapshots_show(tmp_path: Path):
    lines = ("# all of ours", "", "sound", "holed", "nobody", f"gone.py:f {USUAL}")
    written(tmp_path, *lines)
    for name, code, words in (
        ("sweep-first", 1, ()),
        ("sweep-again", 1, ()),
        ("sweep-exit-zero", 0, ("--exit-zero", "--format", "markdown")),
    ):
        ended = sweep(tmp_path, *words)
        shown = ("sweep", "targets.txt", "--jobs", "2", *words)
        matches(name, shown, untimed(uncounted(ended)))
        assert ended.code == code


def test_what_hangs_leaves_or_kills_its_worker_is_a_row_and_ends_nobody_else(tmp_path: Path):
    names = ("hangs", "leaves", "kills_its_sweeps_worker", "is_told_to_stop")
    names += ("sound", "kills_it_once")
    written(tmp_path, *names, usual=f"{USUAL} --timeout 0.2")
    ended = sweep(tmp_path, *JSON)
    assert ended.code == 2
    assert rows(ended) == {
        "hangs": ("INCONCLUSIVE", False),
        "leaves": ("INCONCLUSIVE", False),
        "kills_its_sweeps_worker": ("INCONCLUSIVE", False),
        "is_told_to_stop": ("INCONCLUSIVE", False),
        "sound": ("CLEAN", False),
        "kills_it_once": ("CLEAN", False),
    }
    whys = [row["why"] for row in json.loads(ended.out)["rows"]]
    told = ("no answer within 0.2 s", "exit code 0", "worker died 3 times", "a signal to stop")
    for why, word in zip(whys, told, strict=False):
        assert word in why


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("mine.py:sound --rows 'rows.jsonl", "line 2: No closing quotation"),
        ("mine.py:sound --rowz rows.jsonl", "line 2: No such option: --rowz"),
        ("--rows rows.jsonl", "line 2: expected a target first"),
        ("mine.py:sound --timeout soon", "line 2: Invalid value for '--timeout'"),
        ("mine.py:sound --map answer", "line 2: --map: expected PARAMETER=COLUMN"),
        ("mine.py:sound --shape tekst", "line 2: --shape: expected one of"),
        ("mine.py:sound --fail-on never", "line 2: "),
        ("mine.py:sound --quick --thorough", "line 2: --quick and --thorough: choose one"),
        ("mine.py:sound --format json", "line 2: --format: it is the sweep's"),
        ("mine.py:sound --help", "line 2: --help: it is the sweep's"),
        (f"mine.py:sound {USUAL} --timeout 10", "line 2: the same audit as line 1"),
    ],
)
def test_a_line_that_means_nothing_is_one_error_that_names_it_and_nothing_is_run(
    line: str, told: str, tmp_path: Path
):
    written(tmp_path, "sound", line)
    ended = sweep(tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert f"clawback: targets.txt, {told}" in ended.err
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(("text", "told"), [(b"", "no target in it"), (b"\xff\n", "not UTF-8")])
def test_a_file_without_targets_exits_two(text: bytes, told: str, tmp_path: Path):
    (tmp_path / "targets.txt").write_bytes(text)
    ended = sweep(tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert told in ended.err


def test_a_sweep_that_is_killed_loses_nothing_that_was_finished(tmp_path: Path):
    written(tmp_path, "sound", "nobody", "holed", "loaded", usual=f"{USUAL} --timeout 60")
    mark = f"CLAWBACK_TEST_SWEEP_{os.getpid()}"
    env = {"CLAWBACK_STORE": "kept", mark: "1"}
    run = start("sweep", "targets.txt", "--jobs", "1", cwd=tmp_path, env=env)
    wait_for(tmp_path / "loaded")
    assert running(mark)
    run.kill()
    assert end(run).code == -signal.SIGKILL
    wait_until_gone(mark)
    written(tmp_path, "sound", "nobody", "holed", usual=f"{USUAL} --timeout 60")
    assert rows(sweep(tmp_path, *JSON)) == {
        "sound": ("CLEAN", True),
        "nobody": ("INCONCLUSIVE", True),
        "holed": ("FINDINGS", True),
    }
    assert rows(sweep(tmp_path, *JSON))["nobody"] == ("INCONCLUSIVE", False), "that one ended"


@pytest.mark.parametrize(
    ("number", "fresh", "then"),
    [
        (signal.SIGINT, (), "with 2 to go: the same command goes on"),
        (signal.SIGTERM, ("--fresh",), "the same command without --fresh goes on"),
    ],
)
def test_ctrl_c_exits_130_with_the_rows_that_are_there_and_the_names_of_the_others(
    number: signal.Signals, fresh: tuple[str, ...], then: str, tmp_path: Path
):
    written(tmp_path, "sound", "loaded", "holed", usual=f"{USUAL} --timeout 60")
    mark = f"CLAWBACK_TEST_SWEEP_{os.getpid()}"
    run = start(
        *("sweep", "targets.txt", "--jobs", "1", *fresh),
        cwd=tmp_path,
        env={mark: "1", "CLAWBACK_STORE": str(tmp_path / "kept")},
        start_new_session=True,
    )
    wait_for(tmp_path / "loaded")
    os.killpg(run.pid, number)
    ended = end(run)
    assert ended.code == 130
    assert "1  mine.py:sound  CLEAN" in ended.out
    assert "Not run: mine.py:loaded, mine.py:holed" in ended.out
    assert "INTERRUPTED: 1 target" in ended.out
    assert then in ended.out
    assert ended.err == ""
    wait_until_gone(mark)


def wait_for(path: Path) -> None:
    """Wait until the reward that never answers has been called: it makes a file."""
    while not path.exists():
        time.sleep(0.02)


def wait_until_gone(mark: str) -> None:
    """Wait for the kernel to have ended what a killed run has left."""
    while running(mark):
        time.sleep(0.02)


@pytest.mark.slow
def test_two_sweeps_at_once_do_not_harm_each_other(tmp_path: Path):
    written(tmp_path, "sound", "holed")
    words = ("sweep", "targets.txt", "--jobs", "1", *JSON)
    env = {"CLAWBACK_STORE": "kept"}
    both = [start(*words, cwd=tmp_path, env=env) for _ in range(2)]
    for ended in map(end, both):
        assert (ended.code, ended.err) == (1, "")
        verdicts = {name: verdict for name, (verdict, _) in rows(ended).items()}
        assert verdicts == {"sound": "CLEAN", "holed": "FINDINGS"}
    assert rows(sweep(tmp_path, *JSON)) == {"sound": ("CLEAN", True), "holed": ("FINDINGS", True)}


def test_modules_of_our_names_and_of_the_standard_library_in_the_folder_harm_nobody(
    tmp_path: Path,
):
    written(tmp_path, "sound", "kills_it_once")
    for name in ("random.py", "joblib.py", "numbers.py"):
        (tmp_path / name).write_text("raise RuntimeError('of the user')\n")
    ended = sweep(tmp_path, *JSON)
    assert rows(ended) == {"sound": ("CLEAN", False), "kills_it_once": ("CLEAN", False)}


@RAY[0]
@RAY[1]
def test_on_ray_a_sweep_says_what_it_says_here_and_reuses_what_was_made_here(tmp_path: Path):
    written(tmp_path, "sound", "holed", "kills_it_once")
    (tmp_path / "scorer.py").write_text("raise RuntimeError('of the user')\n")
    ended = sweep(tmp_path, *JSON, "--engine", "ray")
    assert rows(ended) == {
        "sound": ("CLEAN", False),
        "holed": ("FINDINGS", False),
        "kills_it_once": ("CLEAN", False),
    }
    assert {reused for _, reused in rows(sweep(tmp_path, *JSON)).values()} == {True}
