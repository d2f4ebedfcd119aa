"""The GitHub action and the pre-commit hooks: they are well formed, and what they run works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from audits.errors import CannotAuditError
from audits.targets.files import read_rows
from tests import environments
from tests.audits.command import COMMAND, ROOT, STUCK, clawback, clean

ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose one reward has a hole, and which has a `scorer` of its own."""
    folder = tmp_path / "project"
    clawback("demo", "--keep", str(folder))
    clawback("init", "reward.py:score", "--rows", "rows.jsonl", cwd=folder)
    (folder / "scorer.py").write_text("raise SystemExit(9)\n")
    return folder


def step(name: str) -> dict[str, Any]:
    (found,) = (one for one in ACTION["runs"]["steps"] if one["name"] == name)
    return found


def run(step: dict[str, Any], env: dict[str, str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a step as GitHub does: `bash` with errexit and pipefail."""
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
        cwd=cwd,
        env=clean(env),
        capture_output=True,
        text=True,
        timeout=STUCK,
        check=False,
    )


def audited(project: Path, **inputs: str) -> tuple[subprocess.CompletedProcess[str], str, str]:
    """Run the action's audit with these inputs; give how it ended, its summary and its outputs."""
    given = {name: one["default"] for name, one in ACTION["inputs"].items()} | inputs
    summary, outputs = project.parent / "summary.md", project.parent / "outputs"
    env = {"GITHUB_STEP_SUMMARY": str(summary), "GITHUB_OUTPUT": str(outputs)}
    for name, value in step("Audit")["env"].items():
        env[name] = given[value.removeprefix("${{ inputs.").removesuffix(" }}")]
    done = run(step("Audit"), env | {"PYTHON": sys.executable}, project)
    return done, summary.read_text(), outputs.read_text()


def test_the_action_is_a_composite_one_whose_steps_name_their_shell():
    assert ACTION["runs"]["using"] == "composite"
    assert all(one["shell"] == "bash" for one in ACTION["runs"]["steps"])
    assert {"name", "description", "inputs", "outputs"} <= set(ACTION)
    assert all(one["description"] for one in ACTION["inputs"].values())


def test_no_input_is_pasted_into_a_script():
    assert [one["name"] for one in ACTION["runs"]["steps"] if "${{" in one["run"]] == []


def test_the_action_annotates_the_finding_and_leaves_summary_sarif_and_code(project: Path):
    done, summary, outputs = audited(project, sarif="found.sarif")
    assert (done.returncode, done.stderr) == (1, "")
    assert "::error file=" in done.stdout
    assert "R101" in summary
    assert outputs == "exit-code=1\n"
    assert "R101" in (project / "found.sarif").read_text()


def test_the_action_passes_what_is_accepted_and_fails_what_cannot_be_audited(project: Path):
    clawback("baseline", "write", "--reason", "for this test", cwd=project)
    assert audited(project)[0].returncode == 0
    (project / "rows.jsonl").unlink()
    done, summary, outputs = audited(project)
    assert done.returncode == 2
    assert "INCONCLUSIVE" in summary
    assert outputs.splitlines()[-1] == "exit-code=2"


def test_the_action_installs_clawback_from_its_own_source(tmp_path: Path):
    python, site = environments.made(tmp_path / "venv")
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    offline |= {"PIP_FORCE_REINSTALL": "1", "PIP_CACHE_DIR": str(tmp_path / "cache")}
    done = run(
        step("Install clawback"), {"PYTHON": str(python), "SOURCE": str(ROOT), **offline}, tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert (site / "clawback.py").is_file()


def committing(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a program in the project as a commit would."""
    home = project.parent / "home"
    return subprocess.run(
        words,
        cwd=project,
        env=clean({"PATH": f"{COMMAND.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(home)}),
        capture_output=True,
        text=True,
        timeout=STUCK,
        check=False,
    )


def pre_commit(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return committing(project, sys.executable, "-m", "pre_commit", *words)


def test_pre_commit_reads_our_hooks(project: Path):
    manifest = ROOT / ".pre-commit-hooks.yaml"
    done = pre_commit(project, "validate-manifest", str(manifest))
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_runs_the_gate_and_fails_on_the_finding(hook: dict[str, Any], project: Path):
    # As installed already: what pre-commit installs by itself is the package, tested elsewhere.
    local = {"repo": "local", "hooks": [hook | {"language": "system"}]}
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [local]}))
    for words in (("init", "-q"), ("add", "-A")):
        assert committing(project, "git", *words).returncode == 0
    done = pre_commit(project, "run")
    assert (done.returncode, "R101 error" in done.stdout) == (1, True), done.stdout
    (project / "notes.txt").touch()
    done = pre_commit(project, "run", "--files", "notes.txt")
    assert (done.returncode, "Skipped" in done.stdout) == (0, True)


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_runs_for_every_kind_of_file_that_rows_may_be_in(hook: dict[str, Any]):
    with pytest.raises(CannotAuditError) as odd:
        read_rows(Path("rows.odd"))
    kinds = re.findall(r"\.[a-z]+(?=,)", str(odd.value))
    assert ".jsonl" in kinds
    assert all(re.search(hook["files"], f"my/rows{kind}") for kind in (*kinds, ".py", ".toml"))
