"""`clawback rescore --engine`: whoever is killed on the way, nothing is lost or counted twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audits.engines import Engine
from tests.audits.command import clawback
from tests.audits.engines.marks import RAY
from tests.audits.rescore.saved import lines, played
from tests.audits.sweep.targets import KILLS

FILES, EACH = 6, 5
"""Each file is a piece, and the first of them is scored by the command itself."""

MINE = (
    f"""
import os, signal
from pathlib import Path
{KILLS}
"""
    + """
def paid(messages, info=None, completion=""):
    if info["case"]["id"] == VICTIM and not Path("killed").exists():
        Path("killed").touch()
        kills_its_sweeps_worker(completion, "")
    return float(len(info["end"]["payments"]) == 1)
"""
)


@pytest.mark.parametrize("engine", [Engine.LOCAL, pytest.param(Engine.RAY, marks=RAY)])
def test_a_worker_that_is_killed_midway_changes_nothing_of_the_report(
    engine: Engine, tmp_path: Path
):
    made = played("naive", 1, FILES * EACH)
    names = [
        lines(tmp_path / f"{at}.jsonl", made[at * EACH : (at + 1) * EACH]).name
        for at in range(FILES)
    ]
    victim = made[3 * EACH + 2].case.id
    (tmp_path / "mine.py").write_text(f"VICTIM = {victim!r}\n{MINE}")
    words = ("rescore", *names, "--scorer", "refund", "--scorer", "mine.py:paid")
    words += ("--format", "json", "--jobs", "2", "--engine", engine)
    ended = clawback(*words, cwd=tmp_path, env={"CLAWBACK_STORE": "kept"})
    assert (tmp_path / "killed").exists(), "nobody was killed: this shows nothing"
    alone = clawback(*words[:-4], cwd=tmp_path, env={"CLAWBACK_STORE": "another"})
    assert json.loads(ended.out) == json.loads(alone.out)
    assert ended.code == alone.code
    for table in json.loads(ended.out)["tables"]:
        assert table["rows"][0]["scored"] == len(made)
