"""`--rows -`: rows on stdin, kept so that what is found with them can be found again."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from tests.audits.command import Ended, inside

REWARD = "def score(completion, answer):\n    return float(answer in completion)\n"
ROWS = "".join(json.dumps({"question": f"{n}?", "answer": str(n)}) + "\n" for n in range(3, 6))
KEPT = {"CLAWBACK_STORE": ".clawback"}


def piped(project: Path, text: str, *words: str, store: str = ".clawback") -> Ended:
    stdin = SimpleNamespace(buffer=io.BytesIO(text.encode()), isatty=lambda: False)
    with patch.object(sys, "stdin", stdin):
        return inside(*words, cwd=project, env={"CLAWBACK_STORE": store})


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "my.py").write_text(REWARD)
    (tmp_path / "rows.jsonl").write_text(ROWS)
    return tmp_path


def test_rows_on_stdin_are_audited_as_those_of_a_file_are_and_a_replay_has_them(project: Path):
    words = ("audit", "my.py:score", "--quick", "--select", "R104", "--format", "json")
    ended = piped(project, ROWS, *words, "--rows", "-")
    named = json.loads(inside(*words, "--rows", "rows.jsonl", cwd=project).out)
    document = json.loads(ended.out)
    assert ended.code == 1
    assert [one["shape"] for one in document["findings"]] == [
        one["shape"] for one in named["findings"]
    ]
    (kept,) = (project / ".clawback" / "rows").iterdir()
    assert kept.read_text() == ROWS
    found = document["findings"][0]
    assert f"--rows .clawback/rows/{kept.name}" in found["replay"]
    assert inside("replay", found["fingerprint"], cwd=project, env=KEPT).code == 1


def test_a_comparison_and_mutants_take_rows_on_stdin(project: Path):
    words = ("compare", "my.py:score", "my.py:score", "--quick", "--rows=-")
    assert piped(project, ROWS, *words).code == 0
    words = ("mutate", "my.py:score", "--rows", "-", "--list", "--format", "json")
    ended = piped(project, ROWS, *words)
    assert (ended.code, bool(json.loads(ended.out))) == (0, True), ended.err


@pytest.mark.parametrize(
    ("text", "store", "told"),
    [
        (ROWS + '{"question": }\n', ".clawback", "--rows -, line 4: not JSON"),
        ("", ".clawback", "--rows -: no rows in it"),
        (ROWS, "off", "CLAWBACK_STORE is off; name a file of rows"),
    ],
)
def test_what_cannot_be_taken_from_stdin_exits_two_with_the_remedy(
    text: str, store: str, told: str, project: Path
):
    ended = piped(project, text, "audit", "my.py:score", "--rows", "-", store=store)
    assert (ended.code, ended.out, told in ended.err) == (2, "", True)
    assert not (project / ".clawback" / "rows").exists()


def test_a_terminal_is_not_waited_for(project: Path):
    with patch.object(sys, "stdin", SimpleNamespace(isatty=lambda: True)):
        ended = inside("audit", "my.py:score", "--rows", "-", cwd=project, env=KEPT)
    assert (ended.code, "nothing is piped in there" in ended.err) == (2, True)


def test_verbs_of_many_targets_refuse_it_by_name(project: Path):
    (project / "targets.txt").write_text("my.py:score --rows -\n")
    (project / "clawback.toml").write_text('[[targets]]\ntarget = "my.py:score"\nrows = "-"\n')
    for words in (("sweep", "targets.txt", "--quick"), ("gate", "--quick")):
        ended = piped(project, ROWS, *words)
        assert (ended.code, "rows are read from stdin by clawback audit" in ended.out) == (2, True)
