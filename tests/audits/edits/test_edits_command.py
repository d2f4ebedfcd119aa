"""`clawback edits` as a user meets it: whole runs, their exit codes, and their JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from attackers.edits import edits
from tests.audits.command import clawback
from tests.audits.snapshot import matches

SECOND_LINE_IS_OWED = (
    '{"id": "mine-1", "order": "A1", "lines": [{"sku": "MUG", "cents": 1850}, '
    '{"sku": "PAN", "cents": 2900}], "expect": ["pay", 2900]}\n'
)

RUNS: dict[str, tuple[tuple[str, ...], int]] = {
    "edits": (("edits",), 0),
    "edits-published-some": (
        ("edits", "--scorer", "published", "--only", "pay-double, skip-history,another-key"),
        1,
    ),
    "edits-one-case": (
        ("edits", "--scorer", "published", "--only", "pay-the-cap", "--case", "clean-01"),
        1,
    ),
    "edits-exit-zero": (
        ("edits", "--scorer", "published", "--only", "pay-the-cap", "--exit-zero"),
        0,
    ),
    "edits-lead-only": (("edits", "--scorer", "published", "--only", "skip-reads"), 0),
    "edits-own-cases-json": (
        ("edits", "--cases", "few.jsonl", "--only", "pay-the-cap,say-nothing", "--format", "json"),
        0,
    ),
    "edits-does-not-apply": (("edits", "--only", "pay-double", "--case", "dupticket-01"), 2),
    "edits-reference-falls-short": (("edits", "--cases", "second-line.jsonl"), 2),
    "edits-unknown-edit": (("edits", "--only", "pay-doubel"), 2),
    "edits-unknown-case": (("edits", "--cases", "few.jsonl", "--case", "clean-99"), 2),
}


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.usefixtures("few")
def test_a_run_prints_and_returns_what_its_snapshot_shows(name: str, tmp_path: Path):
    args, code = RUNS[name]
    (tmp_path / "second-line.jsonl").write_text(SECOND_LINE_IS_OWED)
    ended = clawback(*args, cwd=tmp_path)
    assert ended.code == code
    matches(name, args, ended)


def test_the_json_has_the_documented_keys_and_a_row_for_every_edit(tmp_path: Path):
    file = tmp_path / "report.json"
    args = ("--scorer", "published", "--format", "json", "--output", str(file))
    assert clawback("edits", *args).code == 1
    report: dict[str, Any] = json.loads(file.read_text())
    documented = (
        "schema_version tool target seed tried not_applicable could_not_run findings verdict"
    )
    assert set(documented.split()) <= report.keys()
    assert {row["edit"] for row in report["edits"]} == set(edits())
    names = [term["name"] for term in report["terms"]]
    assert all(list(row["terms"]) == names for row in report["edits"])
    keys = "rule severity title case earned reference_earned terms reach counterexample replay"
    for found in report["findings"]:
        assert set(keys.split()) <= found.keys()
        assert all(call.keys() == {"tool", "args"} for call in found["counterexample"]["calls"])
