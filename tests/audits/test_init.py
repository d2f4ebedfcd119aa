"""`clawback init`: what it writes works as it stands, and nothing of the user's is written over."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.audits.command import STUCK, clawback, clean
from tests.audits.snapshot import matches, uncounted

WRITTEN = {
    "clawback.toml",
    "tests/test_clawback.py",
    ".github/workflows/clawback.yml",
    "example_reward.py",
    "example_rows.jsonl",
}


def there(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file() and ".git/" not in str(path))
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def pytest_in(folder: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--strict-markers"]
    return subprocess.run(
        words, cwd=folder, env=clean(), capture_output=True, text=True, timeout=STUCK, check=False
    )


def test_an_empty_folder_gets_an_example_that_is_clean_by_gate_and_test(tmp_path: Path):
    ended = clawback("init", cwd=tmp_path)
    matches("init", ["init"], ended)
    assert set(there(tmp_path)) == WRITTEN
    gate = clawback("gate", cwd=tmp_path)
    matches("init-gate", ["gate"], uncounted(gate))
    assert gate.code == 0
    done = pytest_in(tmp_path)
    assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("nosuch.py:score", "--rows", "rows.jsonl"), "TARGET: no file 'nosuch.py'"),
        (("mine.py:score", "--rows", "nosuch.jsonl"), "--rows: no file 'nosuch.jsonl'"),
    ],
)
def test_a_file_that_is_not_there_is_named_before_anything_is_written(
    tmp_path: Path, words: tuple[str, ...], named: str
):
    (tmp_path / "mine.py").write_text("def score(completion, answer):\n    return 1.0\n")
    (tmp_path / "rows.jsonl").write_text('{"answer": "4"}\n')
    before = there(tmp_path)
    ended = clawback("init", *words, cwd=tmp_path)
    assert (ended.code, there(tmp_path)) == (2, before)
    assert named in ended.err


def test_a_holed_reward_of_the_users_fails_gate_and_test(tmp_path: Path):
    clawback("demo", "--keep", "mine", cwd=tmp_path)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "mine"  # a comment')
    ended = clawback("init", "mine/reward.py:score", "--rows", "mine/rows.jsonl", cwd=tmp_path)
    assert ended.code == 0
    assert "added to pyproject.toml" in ended.out
    text = (tmp_path / "pyproject.toml").read_text()
    assert text.startswith('[project]\nname = "mine"  # a comment\n\n[tool.clawback]\n')
    (target,) = tomllib.loads(text)["tool"]["clawback"]["targets"]
    assert target == {"target": "mine/reward.py:score", "rows": "mine/rows.jsonl"}
    assert clawback("gate", cwd=tmp_path).code == 1
    done = pytest_in(tmp_path)
    assert (done.returncode, "R101 error: saying nothing is paid" in done.stdout) == (1, True)


def test_names_with_quotes_and_modules_are_written_as_they_are(tmp_path: Path):
    (tmp_path / 'a "b".jsonl').touch()
    clawback("init", "my.pkg:score", "--rows", 'a "b".jsonl', cwd=tmp_path)
    (target,) = tomllib.loads((tmp_path / "clawback.toml").read_text())["targets"]
    assert target == {"target": "my.pkg:score", "rows": 'a "b".jsonl'}
    test = (tmp_path / "tests/test_clawback.py").read_text()
    assert """clawback.audit('my.pkg:score', str(HERE / 'a "b".jsonl'))""" in test


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_what_is_there_is_left_alone_and_named_and_nothing_else_is_written(
    name: str, tmp_path: Path
):
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("# mine\n")
    ended = clawback("init", cwd=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert f"init: already there: {name}; move it away" in ended.err
    assert there(tmp_path) == {name: "# mine\n"}
    assert clawback("init", "--force", cwd=tmp_path).code == 0
    assert there(tmp_path)[name] != "# mine\n"


@pytest.mark.parametrize(
    ("text", "named"),
    [("[tool.clawback]\nseed = 1\n", "has a table [tool.clawback] already"), ("a = =", "not TOML")],
)
def test_settings_of_the_users_are_never_written_over(text: str, named: str, tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text(text)
    for words in ((), ("--force",)):
        ended = clawback("init", *words, cwd=tmp_path)
        assert ended.code == 2
        assert named in ended.err
        assert there(tmp_path) == {"pyproject.toml": text}


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("mine.py:score",), "TARGET and --rows go together"),
        (("--rows", "rows.jsonl"), "TARGET and --rows go together"),
        (("mine", "--rows", "rows.jsonl"), "TARGET: expected pkg.mod:function"),
    ],
)
def test_words_that_make_no_sense_are_named(words: tuple[str, ...], named: str, tmp_path: Path):
    ended = clawback("init", *words, cwd=tmp_path)
    assert (ended.code, named in ended.err, there(tmp_path)) == (2, True, {})


def test_in_a_folder_of_a_repository_the_ci_job_is_at_its_root_and_works_in_the_folder(
    tmp_path: Path,
):
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "services" / "rewards"
    inner.mkdir(parents=True)
    ended = clawback("init", cwd=inner)
    matches("init-inner", ["init"], ended)
    assert not (inner / ".github").exists()
    path = tmp_path / ".github/workflows/clawback-services-rewards.yml"
    job = yaml.safe_load(path.read_text())["jobs"]["gate"]
    assert job["defaults"]["run"]["working-directory"] == "services/rewards"
    again = clawback("init", cwd=inner)
    assert (again.code, str(path.name) in again.err) == (2, True)


def test_at_the_root_of_a_repository_the_ci_job_is_here(tmp_path: Path):
    (tmp_path / ".git").write_text("gitdir: elsewhere")  # as a worktree has it
    assert clawback("init", cwd=tmp_path).code == 0
    job = yaml.safe_load((tmp_path / ".github/workflows/clawback.yml").read_text())["jobs"]["gate"]
    assert "defaults" not in job


def test_the_ci_job_runs_the_gate_and_leaves_a_summary(tmp_path: Path):
    clawback("init", cwd=tmp_path)
    job = yaml.safe_load((tmp_path / ".github/workflows/clawback.yml").read_text())["jobs"]["gate"]
    *_, gate = (step["run"] for step in job["steps"] if "run" in step)
    summary = tmp_path / "summary.md"
    path = f"{Path(sys.executable).parent}:{clean()['PATH']}"
    done = subprocess.run(
        ["bash", "-e", "-c", gate],
        cwd=tmp_path,
        env=clean({"GITHUB_STEP_SUMMARY": str(summary), "PATH": path}),
        capture_output=True,
        text=True,
        timeout=STUCK,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "CLEAN" in summary.read_text()
