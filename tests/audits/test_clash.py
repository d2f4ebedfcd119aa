"""A report never takes the place of what is audited, of the project's own files, or of another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.audits.command import Ended, inside

REWARD = "def score(completion, answer):\n    return float(answer in completion)\n"
AUDIT = ("audit", "my.py:score", "--rows", "rows.jsonl", "--quick", "--select", "R104")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pkg").mkdir()
    rows = "".join(json.dumps({"question": f"{n}?", "answer": str(n)}) + "\n" for n in range(3))
    for name, text in {
        "my.py": REWARD,
        "pkg/paid.py": REWARD,
        "rows.jsonl": rows,
        "pyproject.toml": '[tool.clawback]\nbaseline = "known.toml"\n[[tool.clawback.targets]]\n'
        'target = "pkg.paid:score"\nrows = "rows.jsonl"\n',
        "known.toml": "",
        "targets.txt": "my.py:score --rows rows.jsonl\n",
        "prompt.md": "Refund what is owed.\n",
        "attackers.py": "ATTACKERS = {}\n",
        "cases.jsonl": "",
        "records.jsonl": "",
    }.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "link.json").symlink_to("my.py")
    return tmp_path


def unchanged(project: Path, *words: str) -> Ended:
    """Run a command that has to be refused, and see that it wrote nothing."""
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    ended = inside(*words, cwd=project)
    assert (ended.code, ended.out) == (2, "")
    assert {path: path.read_bytes() for path in project.rglob("*") if path.is_file()} == before
    return ended


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ((*AUDIT, "--output", "my.py"), "what 'my.py:score' names"),
        ((*AUDIT, "--report", "json:./pkg/../rows.jsonl"), "what 'rows.jsonl' names"),
        ((*AUDIT, "--report=sarif:pyproject.toml"), "a project's settings"),
        ((*AUDIT, "--output", "known.toml", "--format", "json"), "the baseline"),
        ((*AUDIT, "--report", "json:link.json"), "what 'my.py:score' names"),
        (("audit", "pkg.paid:score", "--output", "pkg/paid.py"), "what 'pkg.paid:score' names"),
        (("audit", "my.py:score", "--rows=rows.jsonl", "--output", "rows.jsonl"), "rows.jsonl"),
        (("audit", "my.py:score", "--bogus", "--output", "my.py", "--format", "json"), "my.py"),
        (("audti", "my.py:score", "--output", "my.py", "--format", "json"), "my.py"),
        (("compare", "my.py:score", "pkg.paid:score", "--output", "pkg/paid.py"), "pkg.paid"),
        (("gate", "--report", "junit:rows.jsonl"), "named in"),
        (("gate", "--output", "pkg/paid.py"), "named in"),
        (("gate", "--config", "pyproject.toml", "--output", "known.toml"), "the baseline"),
        (("sweep", "targets.txt", "--output", "targets.txt"), "what 'targets.txt' names"),
        (("sweep", "targets.txt", "--report", "json:my.py"), "named in"),
        (("mutate", "my.py:score", "--rows", "rows.jsonl", "--output", "my.py"), "my.py"),
        (("attack", "--attackers", "attackers.py", "--output", "attackers.py"), "attackers.py"),
        (("faults", "--cases", "cases.jsonl", "--output", "cases.jsonl"), "cases.jsonl"),
        (("leak", "prompt.md", "--output", "prompt.md"), "what 'prompt.md' names"),
        (("qualify", "records.jsonl", "--output", "records.jsonl"), "records.jsonl"),
        (("rescore", "records.jsonl", "--records", "records.jsonl"), "records.jsonl"),
        ((*AUDIT, "--output", "attackers.py"), "Python code"),
        ((*AUDIT, "--report", "json:.git/config"), "git's own"),
        ((*AUDIT, "--report", "json:.clawback/findings.sqlite"), "the store's own"),
    ],
)
def test_a_report_in_the_place_of_what_is_read_exits_two_and_nothing_is_written(
    words: tuple[str, ...], what: str, project: Path
):
    ended = unchanged(project, *words)
    assert what in ended.err
    assert "which would be lost. Name another" in ended.err


@pytest.mark.parametrize(
    "words",
    [
        ("--report", "json:r", "--report", "sarif:r"),
        ("--report", "json:r", "--report", "sarif:pkg/../r"),
        ("--output", "r", "--report=json:other.json"),
    ],
)
def test_two_reports_to_one_file_exit_two_and_neither_is_written(
    words: tuple[str, ...], project: Path
):
    (project / "other.json").symlink_to("r")
    ended = unchanged(project, *AUDIT, *words)
    assert "expected a file of its own for each report" in ended.err
    assert not (project / "r").exists()


def test_a_report_of_yesterday_is_written_over_and_so_is_a_file_of_another_target(project: Path):
    (project / "r.json").write_text("{}")
    ended = inside(*AUDIT, "--report", "json:r.json", "--output", "r.txt", cwd=project)
    assert (ended.code, ended.out, ended.err) == (1, "", "")
    assert json.loads((project / "r.json").read_text())["verdict"] == "FINDINGS"


def test_a_replay_does_not_write_over_the_target_that_was_found_out(project: Path):
    saved = {"CLAWBACK_STORE": ".clawback"}
    ended = inside(*AUDIT, "--format", "json", cwd=project, env=saved)
    name = json.loads(ended.out)["findings"][0]["fingerprint"]
    ended = inside("replay", name, "--output", "my.py", "--format", "json", cwd=project, env=saved)
    assert (ended.code, ended.out, "what 'my.py:score' names" in ended.err) == (2, "", True)
    assert (project / "my.py").read_text() == REWARD


@pytest.mark.parametrize("name", ["rollouts.jsonl", "run.json", "spoilt.jsonl", "link.jsonl"])
def test_a_report_over_a_file_of_a_run_that_is_not_read_exits_two(name: str, project: Path):
    (project / "run").mkdir()
    (project / "run/run.json").write_text("{}")
    (project / "run/rollouts.jsonl").write_text("paid for")
    (project / "link.jsonl").symlink_to("run/rollouts.jsonl")
    at = name if name == "link.jsonl" else f"run/{name}"
    ended = unchanged(project, "qualify", "records.jsonl", "--output", at)
    assert "this is a file of the run in" in ended.err


@pytest.mark.parametrize(
    "at", ["loop/x", f"{'a' * 300}/x", "a" * 300], ids=["loop", "long", "name"]
)
def test_a_place_that_cannot_be_looked_at_is_told_and_is_no_fault_of_ours(at: str, project: Path):
    (project / "loop").symlink_to("loop")
    ended = inside("leak", "prompt.md", "--output", at, cwd=project)
    assert (ended.code, ended.out) == (2, "")
    assert len(ended.err.splitlines()) == 1


def test_a_path_with_control_characters_is_told_in_one_line_without_them(project: Path):
    ended = inside("leak", "no\x1b[31msuch\x07.md", cwd=project)
    assert (ended.code, ended.out) == (2, "")
    assert "no\\x1b[31msuch\\x07.md" in ended.err


@pytest.mark.parametrize("broken", ["max-cheat-celing = 0.1\n", "[[tool.clawback.targets\n"])
@pytest.mark.parametrize("output", ["pkg/paid.py", "rows.jsonl", "known.toml", "pyproject.toml"])
def test_settings_that_cannot_be_read_protect_what_they_name_all_the_same(
    broken: str, output: str, project: Path
):
    with (project / "pyproject.toml").open("a") as file:
        file.write(broken)
    ended = unchanged(project, "gate", "--format", "sarif", "--output", output)
    assert f"{output}: expected a file that this run does not read" in ended.err
