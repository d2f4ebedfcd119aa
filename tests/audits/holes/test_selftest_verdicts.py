"""What the self-test says of cases that it could not audit, of too few and of too many."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from audits import holes
from audits.cli.output import Plain
from audits.cli.selftest import selftest
from audits.errors import CannotAuditError
from audits.holes import CaseResult, Flagged, measure, places
from audits.holes.measure import HERE

CLEAN, CAUGHT = Flagged(False, [], 9), Flagged(True, ["R101"], 9)
UNHEARD = Flagged(False, [], 0, "it hung")


def case(name: str, holed: Flagged | None, fixed: Flagged, separated: bool | None) -> CaseResult:
    return CaseResult(name, "text", "", holed, fixed, separated, 0.1)


PAIR = case("pair", CAUGHT, CLEAN, True)
MISSED = case("missed", CLEAN, CLEAN, False)
ALARM = case("alarm", None, CAUGHT, None)
HEALTHY = case("healthy", None, CLEAN, None)
HALF = case("half", UNHEARD, CLEAN, None)
LOST = case("lost", None, UNHEARD, None)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the verb on results that are given; return its exit code and its report."""

    def of(*results: CaseResult, **options: Any) -> tuple[int, dict[str, Any]]:
        made = {one.name: one for one in results}
        monkeypatch.setattr(holes, "places", lambda _folder: [Path(f"{n}.py") for n in made])
        monkeypatch.setattr(holes, "measure", lambda path, *_: made[path.stem])
        code = selftest(format=Plain.JSON, **options)
        return code, json.loads(capsys.readouterr().out)

    return of


@pytest.mark.parametrize(
    ("results", "options", "code"),
    [
        ([PAIR, HEALTHY], {}, 0),
        ([PAIR, MISSED], {}, 1),
        ([PAIR, MISSED], {"min_separated": 1}, 0),
        ([PAIR, MISSED], {"min_separated": 2}, 1),
        ([PAIR, ALARM], {}, 1),
        ([PAIR, ALARM], {"max_false_alarms": 1}, 0),
        ([PAIR, HALF], {}, 2),
        ([PAIR, HALF], {"min_separated": 1}, 2),
        ([PAIR, LOST], {"min_separated": 1}, 2),
        ([PAIR, LOST], {"min_separated": 3}, 1),
        ([MISSED, LOST], {}, 2),
        ([ALARM, LOST], {}, 1),
    ],
)
def test_too_few_or_too_many_is_a_finding_and_an_unheard_case_never_clean(
    run: Any, results: list[CaseResult], options: dict[str, int], code: int
) -> None:
    assert run(*results, **options)[0] == code


def test_the_document_has_the_documented_keys_and_counts_only_what_was_audited(run: Any) -> None:
    _, document = run(PAIR, MISSED, HEALTHY, ALARM, HALF, LOST)
    counts = {key: document[key] for key in ("separated", "of", "false_alarms", "sound")}
    assert counts == {"separated": 1, "of": 3, "false_alarms": 1, "sound": 5}
    assert document["not_audited"] == ["half", "lost"]
    assert document["cases"][0] == {
        "name": "pair",
        "shape": "text",
        "kind": "",
        "holed": {"flagged": True, "rules": ["R101"], "tried": 9, "problem": None},
        "fixed": {"flagged": False, "rules": [], "tried": 9, "problem": None},
        "separated": True,
        "seconds": 0.1,
    }


def test_the_text_tells_why_a_case_was_not_audited(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(holes, "places", lambda _folder: [Path("lost.py")])
    monkeypatch.setattr(holes, "measure", lambda *_: LOST)
    assert selftest() == 2
    assert "lost: it hung" in capsys.readouterr().out


def test_only_takes_the_cases_whose_name_holds_it(run: Any) -> None:
    _, document = run(PAIR, MISSED, only="pai")
    assert [one["name"] for one in document["cases"]] == ["pair"]
    with pytest.raises(CannotAuditError, match="--only"):
        run(PAIR, only="nothing like it")


HANGS = """
SHAPE = "text"
DATASET = [{"prompt": "a?", "answer": "Lima", "reference": "Lima"}]


def fixed(prompt: str, completion: str, answer: str) -> float:
    while True:
        pass
"""


def test_a_case_that_hangs_is_a_row_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("audits.holes.measure"), "CASE_TIMEOUT", 0.02)
    path = tmp_path / "hangs.py"
    path.write_text(HANGS)
    result = measure(path)
    assert result.problem and not result.fixed.flagged and result.separated is None


def test_a_case_of_an_unknown_shape_is_a_row_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "song.py"
    path.write_text("SHAPE = 'song'\nDATASET = []\ndef fixed(state): return 1.0\n")
    result = measure(path)
    assert result.problem is not None and "song" in result.problem


def test_every_healthy_reward_keeps_its_own_word() -> None:
    healthy = sorted((HERE / "healthy").glob("*.py"))
    assert len(healthy) >= 14
    assert set(healthy) < set(places(None))
    checks = "\n".join(f"run({str(path)!r}, run_name='__main__')" for path in healthy)
    ended = subprocess.run(
        [sys.executable, "-c", f"from runpy import run_path as run\n{checks}"],
        capture_output=True,
        check=False,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    assert all("\ndef holed" not in path.read_text() for path in healthy)
