"""What every engine promises: one answer for each task, whoever dies on the way."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from audits.engines import TRIES, Engine, Lost, engine
from audits.errors import CannotAuditError
from tests.audits.engines.marks import RAY
from tests.audits.engines.works import odd, square, square_unless_killed
from tests.audits.targets.workers import running

SQUARES = {str(number): b"%d" % (number * number) for number in range(8)}


@pytest.mark.parametrize(
    ("name", "how"),
    [
        *((Engine.LOCAL, how) for how in ("once", "always", "stopped")),
        *((Engine.LOCAL, how) for how in ("once-worker", "always-worker")),
        *(pytest.param(Engine.RAY, how, marks=RAY) for how in ("once", "always")),
    ],
)
def test_a_worker_that_is_killed_midway_costs_no_answer_and_none_comes_twice(
    name: Engine, how: str, tmp_path: Path
):
    tasks = [(key, (int(key), how, str(tmp_path))) for key in SQUARES]
    answers = list(engine(name)(square_unless_killed, tasks, 2))
    assert (tmp_path / "killed").exists(), "nobody was killed: this shows nothing"
    lost = {"5": Lost(f"its worker died {TRIES} times: killed, or out of memory")}
    assert sorted(key for key, _ in answers) == sorted(SQUARES)
    assert dict(answers) == (SQUARES | lost if how.startswith("always") else SQUARES)


def test_a_fault_of_our_own_is_raised_with_its_traceback():
    with pytest.raises(RuntimeError, match=r"in odd(.|\n)*ValueError: odd 3"):
        list(engine(Engine.LOCAL)(odd, [("3", 3)], 1))


def test_one_job_at_a_time_is_not_done_in_this_process(tmp_path: Path):
    tasks = [("5", (5, "always", str(tmp_path))), ("6", (6, "always", str(tmp_path)))]
    answers = dict(engine(Engine.LOCAL)(square_unless_killed, tasks, 1))
    assert isinstance(answers["5"], Lost)
    assert answers["6"] == b"36"


def test_a_run_that_is_left_early_leaves_no_process(monkeypatch: pytest.MonkeyPatch):
    mark = f"CLAWBACK_TEST_ENGINE_{os.getpid()}"
    monkeypatch.setenv(mark, "1")
    answers = engine(Engine.LOCAL)(square, ((str(n), n) for n in range(100_000)), 2)
    next(answers)
    assert running(mark)
    answers.close()
    assert not running(mark)


@RAY[0]
@RAY[1]
def test_ray_leaves_the_signals_that_stop_us_as_they_were():
    before = signal.getsignal(signal.SIGTERM)
    answers = engine(Engine.RAY)(square, [("2", 2)], 1)
    assert next(answers) == ("2", b"4")
    assert signal.getsignal(signal.SIGTERM) is before
    answers.close()


def test_where_ray_is_not_installed_the_command_that_installs_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("audits.engines.ray.find_spec", lambda _name: None)
    with pytest.raises(CannotAuditError, match=r"pip install 'clawback\[ray\]'"):
        engine(Engine.RAY)
