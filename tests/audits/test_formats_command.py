"""`--format`, `--output` and `--report` as a user gives them: several reports of one run."""

from __future__ import annotations

import json
from pathlib import Path

import junitparser
import pytest

from tests.audits.command import Ended, clawback, inside
from tests.audits.snapshot import matches, uncounted

REWARDS = """
def holed(completion, answer):
    return float(answer in completion)

def sound(completion, answer):
    return float(completion.strip() == answer)
"""
ROWS = [{"question": f"{at} + {at}?", "answer": str(2 * at)} for at in range(10, 15)]
MACHINE = ["json", "jsonl", "sarif", "junit", "github", "markdown"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(REWARDS)
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return tmp_path


def audit(project: Path, *words: str, name: str = "holed") -> Ended:
    return inside("audit", f"mine.py:{name}", "--rows", "rows.jsonl", *words, cwd=project)


@pytest.mark.parametrize("written", MACHINE[2:])
def test_a_report_reads_as_its_snapshot_shows(written: str, project: Path):
    words = ("--quick", "--select", "R104", "--format", written)
    args = ("audit", "mine.py:holed", "--rows", "rows.jsonl", *words)
    matches(f"format-{written}", args, uncounted(audit(project, *words)))


PAYS = """
class Graded:
    def __call__(self, completion, answer):
        if completion.strip() == answer:
            return 1.0
        if not completion.strip():
            return (
                1.0
            )
        return other(completion)

def other(completion):
    return 0.0

def summed(completion, answer):
    paid = float(completion.strip() == answer)
    paid += not completion.strip()
    return paid

async def later(completion, answer):
    if not completion.strip():
        return 1.0
    return float(completion.strip() == answer)
"""


@pytest.mark.parametrize(("name", "line"), [("Graded", 7), ("summed", 18), ("later", 22)])
def test_a_finding_points_at_the_line_on_which_the_reward_paid(name: str, line: int, project: Path):
    (project / "mine.py").write_text(PAYS)
    ended = audit(project, "--quick", "--select", "R101", "--format", "sarif", name=name)
    (result,) = json.loads(ended.out)["runs"][0]["results"]
    physical = result["locations"][0]["physicalLocation"]
    assert physical["region"]["startLine"] in (line, line + 1)
    assert physical["artifactLocation"]["uri"] == "mine.py"


def test_one_run_writes_several_reports_and_the_text_stays_on_stdout(project: Path):
    alone = audit(project)
    both = audit(project, "--report", "sarif:r.sarif", "--report", "junit:r.xml")
    assert (both.code, both.out, both.err) == (alone.code, alone.out, "") == (1, alone.out, "")
    assert json.loads((project / "r.sarif").read_text())["version"] == "2.1.0"
    assert junitparser.JUnitXml.fromfile(str(project / "r.xml")).failures


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("sarif", "--report: expected FORMAT:FILE, e.g. sarif:clawback.sarif; got 'sarif'"),
        ("sarfi:x", "Did you mean 'sarif'?"),
        ("sarif:nowhere/x", "--report nowhere/x: cannot write there: No such file or directory"),
    ],
)
def test_a_report_that_makes_no_sense_or_finds_no_place_exits_two(
    words: str, told: str, project: Path
):
    ended = audit(project, "--report", words)
    assert ended.code == 2
    assert told in ended.err


@pytest.mark.parametrize("written", MACHINE)
@pytest.mark.parametrize(
    "args",
    [
        ("audit", "mine.py:nobody", "--rows", "rows.jsonl"),
        ("audit", "mine.py:holed", "--rows", "none.jsonl"),
        ("audit", "mine.py:holed", "--rws", "rows.jsonl"),
        ("attack", "--scorer", "hardend"),
    ],
)
def test_a_program_is_told_inconclusive_and_why_where_nothing_could_be_audited(
    args: tuple[str, ...], written: str, project: Path
):
    ended = inside(*args, f"--format={written}", cwd=project)
    assert ended.code == 2
    assert "INCONCLUSIVE" in ended.out
    reason = ended.err.rstrip().rpartition("\n")[2].removeprefix("clawback: ").split()[-1]
    assert reason.strip("'\"().") in ended.out
    if written == "json":
        assert json.loads(ended.out)["verdict"] == "INCONCLUSIVE"


def test_the_file_that_was_asked_for_is_written_too_where_nothing_could_be_audited(project: Path):
    ended = audit(project, "--format", "json", "--output", "r.json", name="nobody")
    assert (ended.code, ended.out) == (2, "")
    assert json.loads((project / "r.json").read_text())["verdict"] == "INCONCLUSIVE"
    ended = audit(project, "--report", "junit:r.xml", name="nobody")
    assert (ended.code, ended.out) == (2, "")
    assert junitparser.JUnitXml.fromfile(str(project / "r.xml")).errors == 1


def test_the_attack_suite_writes_the_formats_that_show_findings_too():
    args = ("attack", "--scorer", "published", "--only", "overpay")
    ended = clawback(*args, "--format", "sarif")
    (result,) = json.loads(ended.out)["runs"][0]["results"]
    assert (ended.code, result["ruleId"]) == (1, "A101")
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"]["uri"] == "scorer/published.py"
    clean = clawback("attack", "--only", "overpay", "--format", "junit")
    assert clean.code == 0
    assert 'failures="0" errors="0"' in clean.out


@pytest.mark.parametrize("written", [*MACHINE, "html"])
def test_a_prompt_that_tells_what_is_measured_is_written_in_every_format(
    written: str, tmp_path: Path
):
    (tmp_path / "prompt.txt").write_text(
        "After an error the money may have moved: check before you pay again.\n"
    )
    ended = inside("leak", "prompt.txt", "--format", written, cwd=tmp_path)
    assert (ended.code, ended.err) == (1, "")
    assert "P901" in ended.out
