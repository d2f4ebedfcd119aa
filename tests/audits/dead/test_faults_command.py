"""`clawback faults` as a user meets it: whole runs, their exit codes, and their JSON."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from audits.dead import FAULTS
from tests.audits.command import clawback
from tests.audits.snapshot import matches

SNAPSHOTS = Path(__file__).with_name("snapshots")

SECOND_LINE_IS_OWED = (
    '{"id": "mine-1", "order": "A1", "lines": [{"sku": "MUG", "cents": 1850}, '
    '{"sku": "PAN", "cents": 2900}], "expect": ["pay", 2900]}\n'
)

RUNS: dict[str, tuple[tuple[str, ...], int]] = {
    "faults": (("faults",), 0),
    "faults-published": (("faults", "--scorer", "published", "--case", "clean-01"), 0),
    "faults-no-dead-guard": (("faults", "--revert", "no-dead-guard", "--case", "overcap-03"), 1),
    "faults-one": (
        (
            "faults",
            "--revert",
            "no-dead-guard",
            "--only",
            "http-402, killed-inside",
            "--case",
            "timeout-01",
        ),
        1,
    ),
    "faults-exit-zero": (
        ("faults", "--revert", "no-dead-guard", "--only", "never-started", "--exit-zero"),
        0,
    ),
    "faults-without-a-term": (
        ("faults", "--scorer", "published", "--without", "r0", "--only", "no-trace,late-result"),
        0,
    ),
    "faults-own-cases-json": (
        ("faults", "--cases", "few.jsonl", "--only", "http-500,term-nan", "--format", "json"),
        0,
    ),
    "faults-all-cases": (("faults", "--only", "dropped,worker-leaves", "--all-cases"), 0),
    "faults-reference-falls-short": (("faults", "--cases", "second-line.jsonl"), 2),
    "faults-unknown-fault": (("faults", "--only", "http-401,http-999"), 2),
    "faults-unknown-case": (("faults", "--cases", "few.jsonl", "--case", "clean-99"), 2),
}


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.usefixtures("few")
def test_a_run_prints_and_returns_what_its_snapshot_shows(name: str, tmp_path: Path):
    args, code = RUNS[name]
    (tmp_path / "second-line.jsonl").write_text(SECOND_LINE_IS_OWED)
    ended = clawback(*args, cwd=tmp_path)
    assert ended.code == code
    matches(name, args, ended, SNAPSHOTS)


def test_no_snapshot_is_left_of_a_run_that_is_gone():
    assert {path.stem for path in SNAPSHOTS.iterdir()} == RUNS.keys()


def test_the_json_has_the_documented_keys_and_a_row_for_every_fault(tmp_path: Path):
    file = tmp_path / "report.json"
    words = ("--revert", "no-dead-guard", "--case", "clean-01", "--format", "json")
    assert clawback("faults", *words, "--output", str(file)).code == 1
    report: dict[str, Any] = json.loads(file.read_text())
    documented = {
        "schema_version",
        "tool",
        "target",
        "seed",
        "tried",
        "not_applicable",
        "could_not_run",
        "findings",
        "verdict",
    }
    assert documented <= report.keys()
    assert [row["fault"] for row in report["faults"]] == list(FAULTS)
    assert report["tried"] == sum(row["strikes"] for row in report["faults"])
    assert report["could_not_run"] == 0
    paid = next(
        made
        for made in report["findings"]
        if made["rule"] == "D201" and made["severity"] == "error"
    )
    assert paid["earned"] == 0.4
    assert {"title", "case", "reference_earned", "terms", "reach", "replay"} <= paid.keys()
    assert paid["counterexample"]["calls"] == []
    assert clawback(*shlex.split(paid["replay"])[1:]).code == 1
