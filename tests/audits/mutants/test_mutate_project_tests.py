"""A project's own tests as a guard: run on what survives, and never trusted without a control."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from audits.errors import CannotAuditError
from audits.mutants import Kind
from tests.audits.mutants.toys import fates, ground, guard, loaded, run, told

TOY = """
def reward(number):
    return max(0, min(number, 3))
"""

CALM = guard("calm", lambda toy: None if toy.reward(1) == 1 else "wrong", Kind.REFERENCE)

CHECKS = """
import toy
assert toy.__file__ == {file!r}, toy.__file__
assert toy.reward(5) == 3
"""


@pytest.fixture
def project(tmp_path):
    """A project that has `toy`, and a command that runs a script of it."""
    with loaded(tmp_path, "toy", TOY) as toy:

        def command(script):
            path = tmp_path / "check.py"
            path.write_text(script.format(file=toy.__file__))
            return shlex.join([sys.executable, str(path)])

        yield toy, command


def test_what_the_tests_notice_is_killed_by_them(project):
    toy, command = project
    result = run(ground(toy, CALM), tests=command(CHECKS))
    without = run(ground(toy, CALM))
    assert result.could_not_run == 0
    assert fates(without)["survived"] - fates(result)["survived"] == 3
    [row] = [row for row in result.extra["guards"] if row.kind is Kind.TESTS]
    assert (row.asked, row.noticed, row.alone) == (fates(without)["survived"], 3, 3)
    assert all("--tests" in found.replay for found in result.findings)


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("raise SystemExit(5)", "the command exits 5 before anything was changed"),
        ("import toy", "passes although every function of the module raises"),
        ("pass", "passes although every function of the module raises"),
    ],
)
def test_tests_that_are_red_or_never_reach_the_module_are_unsound(project, script, why):
    toy, command = project
    result = run(ground(toy, CALM), tests=command(script))
    assert result.unsound
    assert why in told(result)
    assert result.could_not_run == fates(result)["survived"]


def test_a_command_that_cannot_be_run_is_said_so(project):
    toy, _command = project
    with pytest.raises(CannotAuditError, match="no-such-command"):
        run(ground(toy, CALM), tests="no-such-command --fast")


def test_another_sitecustomize_still_runs(project, tmp_path, monkeypatch):
    toy, command = project
    other = tmp_path / "other"
    other.mkdir()
    (other / "sitecustomize.py").write_text("import os; os.environ['OTHER'] = 'ran'")
    monkeypatch.setenv("PYTHONPATH", str(other))
    script = "import os; assert os.environ['OTHER'] == 'ran'" + CHECKS
    assert not run(ground(toy, CALM), tests=command(script)).unsound


def test_nothing_of_the_project_is_written_to(project):
    toy, command = project
    run(ground(toy, CALM), tests=command(CHECKS))
    assert Path(toy.__file__).read_text() == TOY
