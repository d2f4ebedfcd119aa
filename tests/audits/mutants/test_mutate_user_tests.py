"""The user's own tests as the last guard: run in a copy, never on their files, within a budget."""

from __future__ import annotations

import shlex
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from audits.cli.common import run_audit
from audits.errors import CannotAuditError
from audits.mutants import MutatePlan
from audits.mutants.reward import mutate_reward, tests_column
from audits.mutants.reward import project as copying
from audits.mutants.reward.project import Project
from audits.rewards.plan import Effort, RewardPlan
from audits.rewards.session import Ask, opened
from audits.verdict import Verdict
from tests.audits.mutants.rewards import CHECK, MINE, PYTHON_CHECK, changes, mutated, project


@pytest.fixture(autouse=True)
def mine(tmp_path, monkeypatch):
    """Stand in the folder of a project."""
    monkeypatch.chdir(tmp_path)
    return project(tmp_path)


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path): sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def python(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


def test_tests_kill_what_nothing_else_notices_and_the_project_stays_as_it_is(tmp_path):
    before = digests(tmp_path)
    without, result = mutated(), mutated(tests=PYTHON_CHECK)
    noticed = {row.name: row.noticed for row in result.extra["guards"]}
    left = len(without.extra["survivors"]) + len(without.extra["unobserved"])
    [tests] = [row for row in result.extra["guards"] if row.name == "tests"]
    assert tests.asked == left
    assert noticed["tests"] > 0
    killed = without.extra["mutants"]["killed"]
    assert result.extra["mutants"]["killed"] == killed + noticed["tests"]
    assert ("completion.strip()", "completion") in changes(without, "survivors")
    assert ("completion.strip()", "completion") not in changes(result, "survivors")
    assert digests(tmp_path) == before


def test_tests_see_inputs_of_their_own_and_kill_what_made_no_difference_here(tmp_path):
    exact = CHECK + "\nfrom mine import BONUS\nassert BONUS == 0.2\n"
    project(tmp_path, check=exact)
    assert ("0.2", "0.4") in changes(mutated(), "unobserved")
    result = mutated(tests=PYTHON_CHECK)
    assert ("0.2", "0.4") not in changes(result, "unobserved")


def test_tests_that_are_red_before_anything_is_changed_are_refused_with_what_they_say(tmp_path):
    project(tmp_path, check="raise SystemExit('two cases fail')")
    with pytest.raises(CannotAuditError, match=r"it exits 1 in a copy of .*\n  two cases fail"):
        mutated(tests=PYTHON_CHECK)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("", None),
        (" ", "--tests: expected a command"),
        ("'", "--tests: No closing quotation"),
        ("no-such-command", "it cannot be run: No such file"),
    ],
)
def test_a_command_that_is_none_is_refused(command, said):
    if said is None:
        assert "tests" not in [row.name for row in mutated(tests=command).extra["guards"]]
        return
    with pytest.raises(CannotAuditError, match=said):
        mutated(tests=command)


def test_tests_that_never_wake_are_no_guard(tmp_path):
    result = mutated(tests=python("pass"))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "passes although every function in it raises" in result.reasons[0]
    assert result.extra["mutants"]["survived"] == 0  # nobody knows whether tests would notice
    assert result.could_not_run > 0


def test_tests_of_the_originals_are_no_guard(tmp_path):
    """As where the command imports an installed copy, or the project by an absolute path."""
    aside = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import mine; mine.score('', '', '')"
    )
    result = mutated(tests=python(aside))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "another copy of it" in result.reasons[0]


def test_a_budget_that_is_spent_leaves_mutants_untried_and_never_killed():
    free, result = mutated(), mutated(tests=PYTHON_CHECK, budget=0)
    left = len(free.extra["survivors"]) + len(free.extra["unobserved"])
    assert result.could_not_run == left
    assert result.tried == free.tried - left
    assert result.extra["mutants"]["killed"] == free.extra["mutants"]["killed"]
    assert result.verdict is Verdict.INCONCLUSIVE
    assert (
        f"{left} mutants that nothing else noticed were not put before the tests"
        in (result.reasons[0])
    )


def test_tests_that_spoil_themselves_prove_nothing(tmp_path):
    """They pass a few times, and then no more, whatever is changed."""
    spoils = "import pathlib\nran = pathlib.Path('ran')\n"
    spoils += "ran.write_text((ran.read_text() if ran.exists() else '') + 'x')\n"
    project(tmp_path, check=f"{spoils}assert len(ran.read_text()) < 5\n{CHECK}")
    result = mutated(tests=PYTHON_CHECK)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "in the end, though nothing is changed any more" in result.reasons[0]


@pytest.mark.slow
def test_tests_that_come_to_no_end_are_a_timeout(monkeypatch, tmp_path):
    monkeypatch.setattr(tests_column, "SHORTEST_SECONDS", 3.0)
    monkeypatch.setattr(tests_column, "SLOWER", 0.0)
    waits = CHECK.replace(
        "assert score", "while score('', 'Lima ', 'Lima') < 1.0: pass\nassert score", 1
    )
    project(tmp_path, check=waits)
    result = mutated(tests=PYTHON_CHECK)
    assert result.extra["mutants"]["timeout"] == 1
    assert ("completion.strip()", "completion") not in changes(result, "survivors")


def test_a_file_of_values_alone_is_guarded_by_tests_too(tmp_path):
    project(
        tmp_path,
        mine=MINE.replace("BONUS = 0.2", "from values import BONUS").replace("1.0, ", "2.0, "),
        check=CHECK.replace("1.0", "1.1"),
        **{"values.py": "BONUS = 0.2\n"},
    )
    assert ("0.2", "0.4") in changes(mutated(), "survivors")
    result = mutated(tests=PYTHON_CHECK)
    assert not result.unsound
    assert ("0.2", "0.4") not in changes(result, "survivors")


def test_a_ctrl_c_among_the_tests_calls_nothing_a_survivor_that_was_not_asked_about(monkeypatch):
    def stop(_self, _trial):
        raise KeyboardInterrupt

    monkeypatch.setattr(tests_column.UserTests, "_try", stop)
    with opened(Ask(target="mine:score", rows="rows.jsonl")) as (reward, rows):
        plan = MutatePlan(tests=PYTHON_CHECK)
        events = mutate_reward(reward, rows, plan, RewardPlan(effort=Effort.QUICK), 10.0)
        result = run_audit("mutate", reward, 0, events)
    assert result.verdict is Verdict.INTERRUPTED
    assert result.findings == []
    assert result.extra["mutants"]["killed"] > 0


# The copy


def test_the_copy_leaves_out_what_is_no_code_and_links_to_environments(tmp_path):
    for place in (".git/HEAD", ".venv/pyvenv.cfg", "env/reward.py", "node_modules/a.js"):
        (tmp_path / place).parent.mkdir()
        (tmp_path / place).write_text("x")
    with Project.copied(tmp_path) as made:
        assert not (made.at / ".git").exists()
        assert (made.at / ".venv").is_symlink()
        assert (made.at / "node_modules").is_symlink()
        assert not (made.at / "env").is_symlink()
        assert made.holds(tmp_path / "env" / "reward.py")
        kept = made.at
    assert not kept.exists()


def test_a_file_behind_a_link_is_never_written(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "reward.py").write_text("x = 1\n")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "linked").symlink_to(outside)
    (inside / "file.py").symlink_to(outside / "reward.py")
    with Project.copied(inside) as made:
        assert not made.holds(inside / "linked" / "reward.py")
        assert not made.holds(inside / "file.py")
        assert not made.holds(outside / "reward.py")


def test_text_is_held_for_a_while_and_each_writing_has_a_time_of_its_own(tmp_path):
    with Project.copied(tmp_path) as made:
        file = tmp_path / "mine.py"
        times = [made.twin(file).stat().st_mtime]
        for text in ("a", "b"):
            with made.holding(file, text):
                assert made.twin(file).read_text() == text
                times.append(made.twin(file).stat().st_mtime)
            assert made.twin(file).read_text() == MINE
            times.append(made.twin(file).stat().st_mtime)
        assert len({int(time) for time in times}) == 5
        assert file.read_text() == MINE


@pytest.mark.parametrize(("name", "most"), [("MOST_FILES", 2), ("MOST_BYTES", 100)])
def test_a_project_that_is_too_large_is_refused(tmp_path, monkeypatch, name, most):
    monkeypatch.setattr(copying, name, most)
    with pytest.raises(CannotAuditError, match=r"too large to be copied .* start in the folder"):
        mutated(tests=PYTHON_CHECK)


def test_modules_of_the_copy_go_before_the_originals(tmp_path):
    with Project.copied(tmp_path) as made:
        given = {"PYTHONPATH": f"{tmp_path / 'lib'}:/elsewhere", "HOME": "/h"}
        seen = made.environment(tmp_path / "src", given)
    assert seen["PYTHONPATH"] == f"{made.at / 'src'}:{made.at / 'lib'}:/elsewhere"
    assert seen["HOME"] == "/h"
