"""Audits of rewards that people use, in throw-away environments. Deselected by default.

`make test-real` runs it, keeps the results, and writes docs/found.md from them.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.audits.command import COMMAND, ROOT
from tests.real.environments import UnreachableError, python_of, quiet, versions
from tests.real.targets import GYM_CLEAN, GYM_HOLES, TARGETS, Real

pytestmark = pytest.mark.real
LONGEST = 1800
"""Seconds after which a run is given up."""


@pytest.fixture(scope="session")
def place(tmp_path_factory):
    """Where environments and results are: a folder that is kept, or one of the run's own."""
    kept = os.environ.get("CLAWBACK_REAL")
    folder = Path(kept) if kept else tmp_path_factory.mktemp("real")
    (folder / "results").mkdir(parents=True, exist_ok=True)
    return folder


def python_in(place: Path, environment: str) -> Path:
    try:
        return python_of(environment, place)
    except UnreachableError as why:
        pytest.skip(f"NOT AUDITED: {environment} cannot be installed: {why}")


def audited(place: Path, environment: str, name: str, words: list[str]):
    python = python_in(place, environment)
    told = [str(COMMAND), *words, "--python", str(python), "--format", "json"]
    done = subprocess.run(
        told, cwd=ROOT, env=quiet(), capture_output=True, text=True, check=False, timeout=LONGEST
    )
    assert done.stdout, done.stderr
    document = json.loads(done.stdout)
    kept = {"environment": environment, "python": str(python), "versions": versions(python)}
    text = json.dumps(kept | {"document": document}, indent=1)
    (place / "results" / f"{name}.json").write_text(text, encoding="utf-8")
    return document, done.returncode


def errors(document) -> set[str]:
    found = [one for one in document["findings"] if one["severity"] == "error"]
    also = [name for one in found for name in one["counterexample"].get("also paid", ())]
    return {one["shape"] for one in found} | set(also)


@pytest.mark.parametrize("real", TARGETS, ids=lambda real: real.target)
def test_a_reward_that_people_use(real: Real, place):
    document, code = audited(place, real.environment, real.name, real.words)
    assert code == {"CLEAN": 0, "FINDINGS": 1, "INCONCLUSIVE": 2}[document["verdict"]]
    assert set(real.holes) <= errors(document)
    if real.clean:
        assert document["verdict"] == "CLEAN", errors(document)


def test_all_data_sets_of_reasoning_gym_by_one_command(place):
    words = ["audit", "--suite", "reasoning-gym", "--quick"]
    document, _code = audited(place, "reasoning-gym", "suite-reasoning-gym", words)
    rows = {row["name"]: row for row in document["targets"]}
    assert len(rows) > 100
    for name, hole in GYM_HOLES.items():
        assert hole in errors(rows[name]["document"]), name
    assert {rows[name]["verdict"] for name in GYM_CLEAN} == {"CLEAN"}
